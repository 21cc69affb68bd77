import type { CapRound } from '../../../server/domain/cap-rounds'
import { type SeatType, seatTypeName } from '../../../server/domain/seat-types'
import { formatDateTime } from '../../../server/i18n/format'
import type { Page } from '../../../server/services'
import { headOf } from '../../options-parts/head'
import { listOf } from '../../options-parts/lines'

export const texts = ['options'] as const

/** The round at a glance: what is done, what is next, and every list that was saved. */
export function load(page: Page) {
  const { services, language, query } = page
  const head = headOf(page)
  const history = services.optionForm.history(page.actor!, head.round)
  const asked = history.find(({ version }) => String(version) === query.version)
  const time = (at: number) => formatDateTime(at, language)
  return {
    head,
    mock: mockOf(page, head.round),
    history: history.map(({ version, act, choices, at, device }) => ({
      version,
      act,
      count: choices.length,
      at: time(at),
      device,
    })),
    /** An earlier list that was asked for. */
    shown: asked
      ? { version: asked.version, at: time(asked.at), lines: listOf(page, head.round, asked.choices).lines }
      : null,
  }
}

/** What the list would have brought in the middle of the window; null where there is no mock allotment now. */
function mockOf({ services, actor, arrivedAt, language }: Page, round: CapRound) {
  const mock = services.allotment.mock(actor!.candidateId, round, arrivedAt)
  if (!mock) return null
  const { at, participants, mine } = mock
  return {
    at: formatDateTime(at, language),
    participants,
    hasTakenPart: mine !== null,
    seat: mine?.choiceCode
      ? {
          choiceCode: mine.choiceCode,
          place: [mine.institute, mine.course].filter(Boolean).join(', '),
          seatType: `${seatTypeName(mine.seatType as SeatType)[language]} (${mine.seatType})`,
          preference: mine.preference,
        }
      : null,
  }
}
