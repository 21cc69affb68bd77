import type { FastifyReply, FastifyRequest } from 'fastify'
import { wayOn } from '#server/domain/site/way-on.ts'
import { href } from '#server/domain/terms/href.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { withDays } from '#server/kernel/day-in-boxes.ts'
import type { Language } from '#server/kernel/languages.ts'
import { askedOf } from '#server/kernel/lists.ts'
import type { Refusal } from '#server/kernel/result.ts'
import { addressOf, isPlainlyAddressed, onceEach, pathOf } from '../address'
import { type PageContext, type Posted, Redirect } from '../page'
import { readQuery } from '../page-query'
import { parseForm } from '../shape'
import { noUpload, type Upload } from '../upload'
import { wantsView } from '../wants-view'
import { paramsOf } from './asked'
import { formOutcome, typedAgain } from './form-outcome'
import type { Caller, PageHost, Person } from './host'

/** The text fields of a body, without the token; no form sends anything else. */
function postedIn({ _csrf, ...fields }: Record<string, unknown>): Posted {
  const isText = (value: unknown) => typeof value === 'string'
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string | string[]] => {
      const [, value] = entry
      return isText(value) || (Array.isArray(value) && value.every(isText))
    }),
  )
}

/** Makes the context of a page's server half from a request, by whom it is, and the files that it brings. */
export const createContext =
  <Services, Actor extends Person, Staff extends Person>(host: PageHost<Services, Actor, Staff>) =>
  (
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    { actor, staff }: Caller<Actor, Staff>,
    upload: Upload | null = null,
  ): PageContext<Services, Actor | Staff | null> => {
    const body = withDays((request.body ?? {}) as Record<string, unknown>)
    const { services, base, cellBase, cookies } = host
    /** The way on from a page of candidates or visitors; undefined on the page itself and at the desk. */
    function wayFrom(refusal: Refusal): { href: string; children: string } | undefined {
      const page = pathOf(request).startsWith(cellBase) ? null : wayOn(refusal, actor !== null)
      const to = page && href(base, page)
      return to && to !== pathOf(request)
        ? { href: to, children: pageTexts[language](`shell:menu.${page!}`) }
        : undefined
    }
    return {
      request,
      reply,
      services,
      language,
      t: pageTexts[language],
      named: host.namesIn(language),
      actor: actor ?? staff,
      session: actor ? host.sessionOf(actor) : null,
      staff: staff ? host.desk.viewOf(staff) : null,
      params: paramsOf(request),
      query: readQuery(request.query),
      asked: (shape) => askedOf(shape, onceEach(request.query)),
      address: request.is404 || !isPlainlyAddressed(request) ? href(base, 'home') : addressOf(request),
      posted: postedIn(body),
      form: (schema) => parseForm(schema, body),
      files: async () => (upload ? upload.files() : noUpload()),
      invalid(refusal) {
        const outcome = formOutcome(refusal, body, language)
        const way = wayFrom(refusal)
        return way ? { ...outcome, form: { ...outcome.form, way } } : outcome
      },
      again: (next) =>
        next instanceof Redirect && !wantsView(request)
          ? { form: typedAgain(body), status: 200, flash: next.flash }
          : next,
      redirect: (to, flash) => new Redirect(to, flash),
      base,
      cellBase,
      cookies,
      get arrivedAt() {
        return host.arrivedAt(request)
      },
    }
  }
