import {
  type Stated,
  verificationOutcome,
  type WrongFact,
  withCorrections,
} from '#server/domain/admission/self-verification.ts'
import type { NamedZone } from '#server/domain/allotment/zone.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { SelfVerificationDeps, VerifiedSeat } from './deps'
import type { StatedFacts } from './facts'
import { nextWords } from './words'

/** The facts that a grievance is about: those with a benefit. */
function outcomeAbout(wrong: readonly WrongFact[]): readonly WrongFact[] {
  const outcome = verificationOutcome(wrong)
  return outcome.kind === 'grievance' ? outcome.about : []
}

/** What follows once an officer has answered the grievance of a verification. Source: rules §8.13. */
export function createAnswered(
  { store, clock, application, seats, zones, tell }: SelfVerificationDeps,
  { statedFor, correct }: StatedFacts,
) {
  /** The deadline of the candidate's next act; null if there is none. */
  const actBy = (candidateId: number): Instant | null => seats.current(candidateId)?.act?.by ?? null

  /** The seat that a grievance is about, and the facts that its candidate gives as right. */
  function correctedIn(candidateId: number, grievanceId: number) {
    const found = store.ofGrievance(candidateId, grievanceId)
    if (!found) throw new Error(`no verification raised grievance ${grievanceId}`)
    const { runId, round } = found
    const seat: VerifiedSeat = { candidateId, runId, round }
    const about = outcomeAbout(found.wrong)
    return { seat, about, corrected: withCorrections(application.forms, statedFor(seat), about) }
  }

  /** The effect of corrected facts on the run that gave the seat, by the engine's own rules. */
  async function zoneOf({ candidateId, round }: VerifiedSeat, { answers }: Stated): Promise<NamedZone> {
    const runId = seats.runThatGave(candidateId, round)
    return zones.named(await zones.of({ runId, corrected: { candidateId, answers } }))
  }

  return {
    /** What upholding a grievance would change: the seats of the candidate and of others, by name. */
    zoneIn: (candidateId: number, grievanceId: number): Promise<NamedZone> => {
      const { seat, corrected } = correctedIn(candidateId, grievanceId)
      return zoneOf(seat, corrected)
    },

    /**
     * An officer upholds the grievance. Works out the effect of the mistake first; the function returned corrects the
     * facts and, if the seat was won by the mistake, ends it. It joins the caller's transaction.
     */
    async uphold(candidateId: number, grievanceId: number) {
      const { seat, about, corrected } = correctedIn(candidateId, grievanceId)
      const { round } = seat
      const { keepsSeat } = await zoneOf(seat, corrected)
      const effect = keepsSeat ? 'seat-kept' : 'seat-lost'
      return ({ reference, body }: { reference: string; body: string }): Record<string, string> => {
        correct(candidateId, about)
        if (effect === 'seat-lost')
          seats.end({ candidateId, round, ending: 'grievance-upheld', at: clock.portal(), orderId: null })
        const by = actBy(candidateId)
        tell(candidateId, 'verification-upheld', (language) => ({
          reference,
          body,
          next:
            effect === 'seat-lost' ? translate(language, 'verification:seat-lost', { round }) : nextWords(by, language),
        }))
        return { effect }
      }
    },

    /** An officer refuses the grievance: the facts stay, and acceptance opens. Joins the caller's transaction. */
    refused(candidateId: number, { reference, body }: { reference: string; body: string }): void {
      const by = actBy(candidateId)
      tell(candidateId, 'verification-refused', (language) => ({
        reference,
        body,
        next: nextWords(by, language),
      }))
    },
  }
}
