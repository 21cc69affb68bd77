import type { FastifyReply, FastifyRequest } from 'fastify'
import { translate } from '#server/i18n/texts.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import { addressOf } from './address'
import { failureOf } from './api'
import { escaped } from './discovery'
import { isSameOrigin } from './same-origin'
import { isSecret } from './secret-fields'
import { isUpload } from './upload'
import { wantsView } from './wants-view'

/** Why there is no room: the portal is full, or a network asks for more than its ceiling. `seconds`: when to come back. */
export type NoRoom = { why: 'overloaded' | 'flooded'; seconds: number }

const statuses = { overloaded: 503, flooded: 429 } as const

/** When somebody should come back: seconds that differ, so that not all come back at once. */
const soonest = 10
const spread = 20

/** A form of a page, whose text fields the refusal gives back. */
const isForm = (request: FastifyRequest): boolean =>
  request.method === 'POST' && request.headers['content-type']?.split(';')[0] === 'application/x-www-form-urlencoded'

/** Is the body needed for the refusal, because it keeps what was typed? */
export const keepsTyping = (request: FastifyRequest): boolean =>
  isForm(request) && !request.is404 && !wantsView(request) && isSameOrigin(request)

const inBoth = (text: (language: Language) => string) =>
  languages.map((language) => `<span lang="${language}">${text(language)}</span>`).join(' · ')

/** The form with what was typed in it, but for secrets, and its token. */
function formOf(request: FastifyRequest): string {
  const fields = Object.entries((request.body ?? {}) as Record<string, unknown>)
    .filter(([name]) => name === '_csrf' || !isSecret(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)] as const))
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
  const button = `<button class="btn">${inBoth((language) => translate(language, 'http:no-room.again'))}</button>`
  return `<form method="post" action="${escaped(addressOf(request))}">${fields.join('')}<p class="actions">${button}</p></form>`
}

/**
 * The refusals of a full portal. Their pages are made once for each number of seconds, because drawing them would cost as
 * much as serving the page; only a form is added to its own. `css`: the stylesheets of the portal.
 */
export function createNoRoom(css: readonly string[]) {
  const pages = new Map<string, [head: string, foot: string]>()
  let turn = 0

  function page({ why, seconds }: NoRoom, how: 'reload' | 'resend' | 'send-files'): [head: string, foot: string] {
    const key = `${why} ${how} ${seconds}`
    const known = pages.get(key)
    if (known) return known
    const links = css.map((file) => `<link rel="stylesheet" href="${file}">`).join('')
    const parts = languages.map((language) => {
      const title = translate(language, `http:${why}.title`)
      const lead = translate(language, `http:refusal.${why}`, { seconds })
      return `<section lang="${language}" class="fault"><h1>${title}</h1><p class="lead">${lead}</p><p>${translate(language, `http:no-room.${how}`)}</p></section>`
    })
    const title = languages.map((language) => translate(language, `http:${why}.title`)).join(' · ')
    const made: [string, string] = [
      `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${links}</head><body><main>${parts.join('')}`,
      '</main></body></html>',
    ]
    pages.set(key, made)
    return made
  }

  /** Seconds for somebody for whom there is no room now. */
  function later(): number {
    turn = (turn + 7) % spread
    return soonest + turn
  }

  /**
   * Sends a page in both languages; for a call, or for a page that script asked for, a failure in its language. Ask
   * `keepsTyping` first.
   */
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { callIn, noRoom }: { callIn: Language | null; noRoom: NoRoom | null },
  ): FastifyReply => {
    const refused = noRoom ?? { why: 'overloaded', seconds: later() }
    const { why, seconds } = refused
    void reply.code(statuses[why]).header('retry-after', seconds).header('cache-control', 'no-store')
    if (callIn !== null) {
      const code = why === 'flooded' ? 'too-often' : why
      const params = { seconds, count: Math.ceil(seconds / 60) }
      return reply.send(failureOf({ code, status: statuses[why], params }, callIn))
    }
    const isKept = keepsTyping(request)
    const [head, foot] = page(refused, isKept ? 'resend' : isUpload(request) ? 'send-files' : 'reload')
    return reply.type('text/html; charset=utf-8').send(head + (isKept ? formOf(request) : '') + foot)
  }
}
