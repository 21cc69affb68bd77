import { headOf, roundOf } from '#pages/parts/option-form/head.ts'
import { choiceLine, knownOf } from '#pages/parts/option-form/lines.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { maxChoices } from '#server/domain/seats/option-form.ts'
import { institutionWord } from '#server/domain/seats/seat-matrix.ts'
import { isChoiceCode } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

export const texts = ['options'] as const

/** The number of courses on one page of the search. */
const shown = 25

/** The institutes that match a search; those already in the list show their place. */
export function load(page: CandidatePage) {
  const { services, query, language } = page
  const { optionForm } = services
  const head = headOf(page)
  const { q: text, course, district, university, status, reached } = query
  const { found, filters } = optionForm.courses(page.actor.candidateId, head.round, {
    text,
    course,
    district,
    university,
    status,
    onlyReached: reached === 'true',
  })
  const mine = optionForm.form(page.actor.candidateId, head.round).choices
  const pages = Math.max(1, Math.ceil(found.length / shown))
  const number = Math.min(query.page ?? 1, pages)
  const lines = grouped(found).slice((number - 1) * shown, number * shown)
  const known = knownOf(page, head.round, lines)
  return {
    head,
    search: { q: text, course, district, university, status, reached },
    filters: {
      courses: filters.courses.map((value) => ({ value, label: page.named(value) })),
      universities: filters.universities.map((value) => ({ value, label: page.named(value) })),
      statuses: filters.statuses.map((status) => ({ value: status, label: institutionWord(status, language) })),
      districts: filters.districts.map((code) => ({
        value: code,
        label: districtName(code, language, services.course.form),
      })),
    },
    count: found.length,
    number,
    pages,
    /** The ticked courses on every page of the result. */
    ticked: tickedIn(query.ticked).filter((code) => !mine.includes(code)),
    lines: lines.map((choice) => ({
      line: choiceLine(choice, known, language),
      place: mine.indexOf(choice.choiceCode) + 1,
    })),
  }
}

/** The courses found, those of one name together; otherwise in the order of the matrix. */
const grouped = (found: readonly Choice[]) => [...found].sort((a, b) => a.course.localeCompare(b.course))

/** The choice codes in a list with commas between them. */
const tickedIn = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(',').filter(isChoiceCode))].slice(0, maxChoices)

/** Adds the ticked courses to the end of the current list, so that changes made meanwhile are kept. */
export async function action(page: CandidatePage) {
  const { optionForm } = page.services
  const body = page.posted
  const round = roundOf(page)
  const { choices, version } = optionForm.form(page.actor.candidateId, round)
  const onThisPage = Object.keys(body)
    .filter((name) => name.startsWith('code-'))
    .map((name) => name.slice('code-'.length, 20))
  const ticked = [...new Set([...tickedIn(String(body.ticked ?? '')), ...onThisPage])]
    .filter((code) => !choices.includes(code))
    .slice(0, maxChoices + 1)
  // Without JavaScript, the buttons to the other pages send the form, so that no tick is lost.
  const to = writtenNumber(String(body.page ?? ''))
  if (to !== null) return page.redirect(`${resultPage(page, to, ticked)}#found`)
  if (!ticked.length)
    return page.invalid({
      code: 'check-answers',
      status: 422,
      fields: [{ field: 'choices', code: 'choices-none-ticked' }],
    })
  const list = { version, choices: [...choices, ...ticked] }
  const saved = await optionForm.saveSoon(page.actor.candidateId, round, list, {
    at: page.arrivedAt,
    sessionId: page.actor.sessionId,
  })
  if (!saved.ok) return saved
  // The same page keeps the scroll position with JavaScript; the fragment keeps the place without it.
  return page.redirect(
    `${href(page.base, 'option-form/select-institutes', undefined, { ...page.query, ticked: null })}#found`,
    {
      type: 'success',
      key: 'options:flash.added',
      values: { count: ticked.length, all: saved.value.choices.length },
    },
  )
}

/** A page of the same search, with the ticked courses in its address. */
function resultPage(page: CandidatePage, number: number, ticked: readonly string[]): string {
  const { q, course, district, university, status, reached } = page.query
  return href(page.base, 'option-form/select-institutes', undefined, {
    ...{ q, course, district, university, status, reached },
    round: roundOf(page),
    page: number,
    ticked: ticked.length ? ticked.join(',') : null,
  })
}
