import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { candidateBase, deskBase } from '#server/domain/terms/href.ts'
import type { Flash } from './page'

/** The message of an act as the value of its cookie. */
export const flashValue = (flash: Flash): string => Buffer.from(JSON.stringify(flash)).toString('base64url')

/** The cookies of one portal: named after it and scoped to its path. Source: rules §1.1. */
export function portalCookies(slug: string, isLive: boolean) {
  const base = { httpOnly: true, sameSite: 'lax', secure: isLive, path: `/${slug}/` } as const
  const cookie = (name: string, options: CookieSerializeOptions = {}) => {
    const full = `${slug}_${name}`
    const settings = { ...base, ...options }
    return {
      read: (request: FastifyRequest): string | undefined => request.cookies[full] || undefined,
      write: (reply: FastifyReply, value: string, more: CookieSerializeOptions = {}) =>
        void reply.setCookie(full, value, { ...settings, ...more }),
      clear: (reply: FastifyReply) => void reply.clearCookie(full, settings),
      name: full,
    }
  }
  return {
    session: cookie('session'),
    /** Sent only to the one address that accepts it. */
    refresh: cookie('refresh', { path: `${candidateBase(slug)}api/refreshToken`, sameSite: 'strict' }),
    /** The staff session: sent only to the desk, and never with a link from another site. */
    desk: cookie('desk', { path: deskBase(slug), sameSite: 'strict' }),
    /** The Login Link last used, to return the person there. */
    door: cookie('door', { path: deskBase(slug), maxAge: 180 * 24 * 3600 }),
    /** The known-device mark. */
    device: cookie('device', { maxAge: 180 * 24 * 3600 }),
    language: cookie('lang', { maxAge: 365 * 24 * 3600 }),
    /** References that follow a person from page to page: a registration, a recovery, a login that awaits its OTP. */
    registration: cookie('registration', { maxAge: 3600 }),
    recovery: cookie('recovery', { maxAge: 3600 }),
    login: cookie('login', { maxAge: 600 }),
    /** The candidate found by a look-up without a session; print routes accept it. Source: rules §7.4. */
    lookUp: cookie('look-up', { maxAge: 15 * 60 }),
    /** A form sent after the session had ended, until its owner is back. */
    keptForm: cookie('form', { maxAge: 3600 }),
    /** The number of a visitor who had to wait: their own turns, when many ask at once. Source: rules §15.6. */
    turn: cookie('turn', { maxAge: 3600 }),
    /** The message of the last action, read once. */
    flash: cookie('flash', { maxAge: 60 }),
    /** The session's CSRF token under the scripted client's default name; readable by script, worthless alone. */
    xsrf: {
      write: (reply: FastifyReply, value: string) =>
        void reply.setCookie('XSRF-TOKEN', value, { ...base, httpOnly: false }),
      clear: (reply: FastifyReply) => void reply.clearCookie('XSRF-TOKEN', { ...base, httpOnly: false }),
    },
  }
}

export type PortalCookies = ReturnType<typeof portalCookies>
