import { headOf } from '#pages/parts/option-form/head.ts'
import { listOf } from '#pages/parts/option-form/lines.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['options'] as const

/** The option form of a round: its head, the mock result and every saved list. */
export function load(page: CandidatePage) {
  const { services, language, query } = page
  const head = headOf(page)
  const history = services.optionForm.history(page.actor.candidateId, head.round)
  const asked = history.find(({ version }) => version === query.version)
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
    /** The earlier list that the address asks for. */
    shown: asked
      ? { version: asked.version, at: time(asked.at), lines: listOf(page, head.round, asked.choices).lines }
      : null,
  }
}

/** The list's result in the mock allotment; null if there is no mock allotment now. */
function mockOf({ services, actor, arrivedAt, language, named }: CandidatePage, round: CapRound) {
  const mock = services.allotment.mock(actor.candidateId, round, arrivedAt)
  if (!mock) return null
  const { at, participants, mine } = mock
  return {
    at: formatDateTime(at, language),
    participants,
    hasTakenPart: mine !== null,
    seat: mine?.choiceCode
      ? {
          choiceCode: mine.choiceCode,
          place: [named(mine.institute), named(mine.course)].filter(Boolean).join(', '),
          seatType: `${seatTypeName(mine.seatType as SeatType)[language]} (${mine.seatType})`,
          preference: mine.preference,
        }
      : null,
  }
}
