import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language } from '#server/kernel/languages.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import type { PortalCookies } from '../cookies'
import { isSameOrigin } from '../same-origin'

export const asksForNothing = ({ query }: FastifyRequest): boolean => Object.keys(query as object).length === 0

/** The language of a page: `?lang=`, else the cookie, else English. Source: rules §1.3. */
export function languageOf(request: FastifyRequest, cookies: PortalCookies): Language {
  const asked = (request.query as Record<string, unknown> | undefined)?.lang
  if (isLanguage(asked)) return asked
  const kept = cookies.language.read(request)
  return isLanguage(kept) ? kept : 'en'
}

/** Does one of our own pages ask to switch the language for good? */
export const choosesLanguage = (request: FastifyRequest): boolean =>
  request.method !== 'HEAD' && isLanguage((request.query as Record<string, unknown>).lang) && isSameOrigin(request)

/** Does one of our own pages ask in the language that was chosen on this device? */
export const readsInLanguage = (request: FastifyRequest, cookies: PortalCookies, language: Language): boolean =>
  cookies.language.read(request) === language && isSameOrigin(request)

/** The parameters of an address, with its id as a number; there is no row 0. */
export function paramsOf({ params }: FastifyRequest) {
  const written = (params ?? {}) as Record<string, string>
  return 'id' in written ? { ...written, id: writtenNumber(written.id) ?? 0 } : written
}
