import { type CapRound, roundActivity } from '#server/domain/terms/cap-rounds.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { pieceOf, tellNextPiece } from '#server/kernel/in-pieces.ts'
import type { AllotmentDeps } from './deps'
import type { Addressee } from './store'

/** The number of candidates written to in one piece. */
const toldAtOnce = 200

/** The messages that tell a result. */
const results = ['seat-allotted', 'seat-kept', 'seat-not-allotted'] as const

/** Tells the participants of a published round their results. */
export function createNews({ db, store, clock, activity, isWaiting, ...deps }: AllotmentDeps) {
  function tell(round: CapRound, { id: candidateId, ...seat }: Addressee): undefined {
    const closesAt = activity(roundActivity(round, 'acceptance'))?.closesAt
    const { choiceCode, institute, course, preference } = seat
    if (choiceCode === null) {
      // They have left the round by their own answer, so there is no result to tell.
      if (deps.isReleased(candidateId, round)) return
      deps.tell(candidateId, 'seat-not-allotted', (language) => ({
        round: String(round),
        next: deps.nextRoundInWords(round, language),
      }))
      return
    }
    deps.tell(candidateId, seat.isRetained ? 'seat-kept' : 'seat-allotted', (language) => ({
      round: String(round),
      choiceCode,
      institute: institute ?? '',
      branch: course ?? '',
      preference: String(preference ?? '-'),
      // Wordings of the cell may name the deadline alone.
      by: closesAt ? formatDateTime(closesAt, language) : '',
      next: deps.nextInWords(candidateId, language),
    }))
  }

  return {
    /** A job: tells the next piece of participants of a published round; each is told once. */
    tellDue(): void {
      tellNextPiece({
        db,
        due: store.telling,
        isBusy: () => results.some(isWaiting),
        next: ({ runId, round, toldUpTo }) => pieceOf(store.addressees(runId, round, toldUpTo, toldAtOnce), toldAtOnce),
        tell: ({ round }, person) => tell(round, person),
        keep: ({ runId, toldUpTo }, { upTo, isDone }) =>
          store.tell(runId, { toldUpTo: upTo ?? toldUpTo, finishedAt: isDone ? clock.portal() : null }),
      })
    },
  }
}
