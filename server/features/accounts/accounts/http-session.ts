import type { FastifyReply, FastifyRequest } from 'fastify'
import { deviceLabel } from '#server/domain/accounts/device.ts'
import { networkOf } from '#server/domain/accounts/network.ts'
import type { PortalCookies } from '#server/http/cookies.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Origin } from './deps'
import type { SessionGrant } from './sessions'

type Asking = { request: FastifyRequest; cookies: PortalCookies; language?: Language }

/** The source of a request, such as that of a page, for limits, the list of logins, and OTPs. */
export const originOf = ({ request, cookies, language }: Asking): Origin => ({
  ip: networkOf(request.ip),
  device: cookies.device.read(request),
  deviceLabel: deviceLabel(request.headers['user-agent']),
  language,
})

/** Hands a new session to the browser: the page cookie, the refresh cookie and the device mark. Returns the bearer. */
export function grantCookies(reply: FastifyReply, cookies: PortalCookies, grant: SessionGrant) {
  cookies.session.write(reply, grant.cookie)
  cookies.refresh.write(reply, grant.refreshToken)
  cookies.device.write(reply, grant.device)
  cookies.xsrf.write(reply, grant.csrf)
  return { token: grant.token, expiresAt: new Date(grant.expiresAt).toISOString() }
}

/** Removes every cookie of a session from the browser. */
export function dropCookies(reply: FastifyReply, cookies: PortalCookies): void {
  cookies.session.clear(reply)
  cookies.refresh.clear(reply)
  cookies.xsrf.clear(reply)
}

/** References that a browser keeps in one cookie: an Application ID, a number and an address name one account. */
const mostReferences = 3

type ReferenceCookie = {
  read(request: FastifyRequest): string | undefined
  write(reply: FastifyReply, value: string): void
}

/** The registrations or recoveries that this browser has begun, the newest first. */
export const referencesIn = (cookie: ReferenceCookie, request: FastifyRequest): string[] =>
  (cookie.read(request) ?? '').split('.').filter(Boolean).slice(0, mostReferences)

/** Makes this the newest reference that the browser keeps. */
export function keepReference(cookie: ReferenceCookie, request: FastifyRequest, reply: FastifyReply, id: string): void {
  const earlier = referencesIn(cookie, request).filter((other) => other !== id)
  cookie.write(reply, [id, ...earlier].slice(0, mostReferences).join('.'))
}
