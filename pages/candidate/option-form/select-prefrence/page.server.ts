import { headOf, roundOf } from '#pages/parts/option-form/head.ts'
import { listOf } from '#pages/parts/option-form/lines.ts'
import { href } from '#pages/ui/href.ts'
import { differenceOf, inserted, moved, renumbered, typedPlace } from '#server/domain/seats/option-form.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import { typedId } from '#server/kernel/typed-text.ts'

export const texts = ['options'] as const

/** The list in its order. If an outdated page tried to save, its list is shown beside the saved one. */
export function load(page: CandidatePage) {
  const { optionForm } = page.services
  const head = headOf(page)
  const { choices, version } = optionForm.form(page.actor.candidateId, head.round)
  const earlier = optionForm.earlier(page.actor.candidateId, head.round)
  const stars = optionForm.stars(page.actor.candidateId).length
    ? optionForm.starredFor(page.actor.candidateId, head.round)
    : null
  /** What another list would add to this one, and what of it is no longer on offer. */
  const offerOf = (round: number, found: { choices: string[]; gone: string[] }) => ({
    round,
    added: found.choices.length - choices.length,
    gone: optionForm.described(page.actor.candidateId, head.round, found.gone).map(({ code, course, lastNamed }) => ({
      code,
      name: page.named(course?.institute ?? lastNamed?.institute ?? null),
    })),
  })
  const sent = page.request.method === 'POST' ? sentBy(page) : null
  const isStale = sent !== null && sent.version !== version && head.mayChange
  return {
    head,
    version,
    ...listOf(page, head.round, choices),
    removed: removedFrom(page, choices),
    /** The list that an outdated page tried to save; nothing of it is saved. */
    stale: isStale ? { mine: sent.choices, difference: differenceOf(choices, sent.choices) } : null,
    earlier: earlier && offerOf(earlier.round, earlier),
    starred: stars && offerOf(head.round, stars),
  }
}

/** The choice that the last act removed, by the address of the page. `place`: its old place, from 0. */
function removedFrom(page: CandidatePage, choices: readonly string[]) {
  const code = typedId(page.query.removed ?? '')
  const place = typedPlace(String(page.query.from ?? ''))
  if (place === null || choices.includes(code)) return null
  const { lines } = listOf(page, roundOf(page), [code])
  const [line] = lines
  return line?.isOffered ? { code, institute: line.institute ?? '', place: place - 1, line } : null
}

type Sent = {
  version: number
  choices: string[]
  act: string
  at: string | null
  faults: FieldFault[]
  /** The removed choice and its place, from 1. */
  removed?: { removed: string; from: number }
}

/**
 * The posted list, changed by the button that was pressed. `at`: the choice to show afterwards. `faults`: invalid
 * places.
 */
function sentBy(page: CandidatePage): Sent {
  const body = page.posted
  const list = String(body.choices ?? '')
    .split(',')
    .map(typedId)
    .filter(Boolean)
  const version = /^\d{1,9}$/.test(String(body.version)) ? Number(body.version) : -1
  const [act = '', code = ''] = String(body.act ?? '').split(':')
  const place = list.indexOf(code)
  const faults: FieldFault[] = []
  const done = (choices: string[], at: string | null = code): Sent => ({ version, choices, act, at, faults })
  const placeIn = (field: string): number | null => {
    const typed = String(body[field] ?? '').trim()
    const to = typedPlace(typed)
    if (typed !== '' && to === null) faults.push({ field, code: 'choice-place', params: { typed: typed.slice(0, 20) } })
    return to
  }
  if (act === 'up' && place >= 0) return done(moved(list, place, place - 1))
  if (act === 'down' && place >= 0) return done(moved(list, place, place + 1))
  if (act === 'remove') {
    const rest = done(
      list.filter((one) => one !== code),
      null,
    )
    return place >= 0 ? { ...rest, removed: { removed: code, from: place + 1 } } : rest
  }
  if (act === 'insert') {
    const typed = typedId(String(body.code ?? ''))
    return done(inserted(list, typed, (placeIn('place') ?? list.length + 1) - 1), typed)
  }
  const numbers = Object.fromEntries(
    list.flatMap((one) => {
      const to = placeIn(`to-${one}`)
      return to === null ? [] : [[one, to]]
    }),
  )
  return done(renumbered(list, numbers), null)
}

/** The list with the choices of an earlier round, or with the starred ones, at its end. */
const addedBy = ({ services, actor }: CandidatePage, act: string, round: number): string[] | undefined =>
  act === 'starred'
    ? services.optionForm.starredFor(actor.candidateId, round).choices
    : services.optionForm.earlier(actor.candidateId, round)?.choices

export async function action(page: CandidatePage) {
  const { optionForm } = page.services
  const round = roundOf(page)
  const here = href(page.base, 'option-form/select-prefrence', undefined, { round })
  const sent = sentBy(page)
  if (sent.faults.length) return page.invalid({ code: 'check-answers', status: 422, fields: sent.faults })
  const isImport = sent.act === 'import' || sent.act === 'starred'
  const list = isImport ? (addedBy(page, sent.act, round) ?? sent.choices) : sent.choices
  const { version } = sent
  const asked = { at: page.arrivedAt, sessionId: page.actor.sessionId }
  const saved = isImport
    ? optionForm.save(page.actor.candidateId, round, { version, choices: list }, asked, 'imported')
    : await optionForm.saveSoon(page.actor.candidateId, round, { version, choices: list }, asked)
  if (!saved.ok) {
    const { fields } = saved.refusal
    // Show a fault in the typed code at its field.
    const isTyped = sent.act === 'insert' && fields?.length === 1
    return page.invalid(
      isTyped ? { ...saved.refusal, fields: fields.map((fault) => ({ ...fault, field: 'code' })) } : saved.refusal,
    )
  }
  if (sent.act === 'onward') return page.redirect(href(page.base, 'option-form/lisitng-confirm', undefined, { round }))
  const count = saved.value.choices.length
  const after = sent.removed
    ? href(page.base, 'option-form/select-prefrence', undefined, { round, ...sent.removed })
    : here
  return page.redirect(sent.at ? `${here}#c-${sent.at}` : after, {
    type: 'success',
    key: isImport ? 'options:flash.imported' : 'options:flash.saved',
    values: { count },
  })
}
