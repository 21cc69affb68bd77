import { districtName } from '../../../../server/domain/application/form/lists'
import { maxChoices } from '../../../../server/domain/seats/option-form'
import { institutionWord } from '../../../../server/domain/seats/seat-matrix'
import { writtenNumber } from '../../../../server/kernel/written-number'
import type { CandidatePage } from '../../../../server/services'
import { headOf, roundOf } from '../../../parts/option-form/head'
import { choiceLine } from '../../../parts/option-form/lines'

export const texts = ['options'] as const

/** The number of courses on one page of the search. */
const shown = 25

/** The institutes that match a search; those already in the list show their place. */
export function load(page: CandidatePage) {
  const { services, query, language } = page
  const { optionForm, directory } = services
  const head = headOf(page)
  const { q: text, course, district, university, status, reached } = query
  const { found, filters } = optionForm.courses(page.actor, head.round, {
    text,
    course,
    district,
    university,
    status,
    onlyReached: reached === 'true',
  })
  const mine = optionForm.form(page.actor, head.round).choices
  const pages = Math.max(1, Math.ceil(found.length / shown))
  const number = Math.min(writtenNumber(query.page) ?? 1, pages)
  const lines = found.slice((number - 1) * shown, number * shown)
  const fees = directory.annualFees(lines.map(({ choiceCode }) => choiceCode))
  return {
    head,
    search: { q: text, course, district, university, status, reached },
    filters: {
      ...filters,
      statuses: filters.statuses.map((status) => ({ value: status, label: institutionWord(status, language) })),
      districts: filters.districts.map((code) => ({
        value: code,
        label: districtName(code, language),
      })),
    },
    count: found.length,
    number,
    pages,
    lines: lines.map((choice) => ({
      line: choiceLine(choice, fees, language),
      place: mine.indexOf(choice.choiceCode) + 1,
    })),
  }
}

/** Adds the ticked courses to the end of the current list, so that changes made meanwhile are kept. */
export async function action(page: CandidatePage) {
  const { optionForm } = page.services
  const body = page.posted
  const round = roundOf(page)
  const { choices, version } = optionForm.form(page.actor, round)
  const ticked = Object.keys(body)
    .filter((name) => name.startsWith('code-'))
    .map((name) => name.slice('code-'.length, 20))
    .filter((code) => !choices.includes(code))
    .slice(0, maxChoices + 1)
  if (!ticked.length)
    return page.invalid({
      code: 'check-answers',
      status: 422,
      fields: [{ field: 'choices', code: 'choices-none-ticked' }],
    })
  const list = { version, choices: [...choices, ...ticked] }
  const saved = await optionForm.saveSoon(page.actor, round, list, page.arrivedAt)
  if (!saved.ok) return page.invalid(saved.refusal)
  return page.redirect(page.address, {
    type: 'success',
    key: 'options:flash.added',
    values: { count: ticked.length, all: saved.value.choices.length },
  })
}
