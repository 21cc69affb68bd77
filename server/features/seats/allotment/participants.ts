import type { Participant } from '#server/domain/allotment/input.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { stillAsked } from '#server/domain/application/reopening.ts'
import { seatClaimsOf } from '#server/domain/seats/seat-claims.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { claimsOf } from '#server/domain/terms/claims.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { breath } from '#server/kernel/background.ts'
import type { AllotmentDeps } from './deps'
import type { ParticipantRow } from './store'

/** The number of option forms read before pages get their turn: some milliseconds. */
const readAtOnce = 25

type Reading = {
  round: CapRound
  /** The edition of the merit list that ranks them. */
  edition: number
  /** Candidates who keep a seat while they wait for a better one, with a form or without. */
  held: ReadonlySet<number>
  /** Candidates who take no part, even with a form: their seat is final, or they have left the rounds. */
  absent: ReadonlySet<number>
  /** Candidates who released themselves in the roll-call: they are in the input, but none of their choices counts. */
  released: ReadonlySet<number>
  onRead(done: number): void
  /** Called for a candidate with a confirmed form who takes no part. */
  onLeftOut(): void
}

/**
 * Reads the participants of a round: first the holders of a confirmed form, then candidates who only keep a seat; in
 * pieces, at a lower priority than pages.
 */
export function createParticipants({ store, course }: Pick<AllotmentDeps, 'store' | 'course'>) {
  const forms = stepForms(course.form)

  /** Null for somebody who cannot take part: not in the merit list, or without a valid claim. */
  function participantOf(row: ParticipantRow, isReleased: boolean): Participant | null {
    const claims = row.answers && claimsOf(stillAsked(forms, JSON.parse(row.answers) as Answers))
    if (!claims || row.allIndiaMerit === null || claims.type.startsWith('J-')) return null
    return {
      candidateId: row.candidateId,
      type: claims.type as Participant['type'],
      claims: seatClaimsOf(claims),
      stateMerit: row.stateMerit,
      allIndiaMerit: row.allIndiaMerit,
      options: row.options ? row.options.split(',') : [],
      isReleased,
    }
  }

  return async function* read({
    round,
    edition,
    held,
    absent,
    released,
    onRead,
    onLeftOut,
  }: Reading): AsyncGenerator<Participant[]> {
    const toRead = new Set(held)
    const piece = (ids: readonly number[]): Participant[] =>
      store.participants(ids, round, edition).flatMap((row): Participant[] => {
        if (absent.has(row.candidateId)) return []
        const isHolder = toRead.delete(row.candidateId)
        // A seat is not given up by a link: whoever holds one takes part.
        const participant = participantOf(row, !isHolder && released.has(row.candidateId))
        if (participant && (isHolder || row.isConfirmed)) return [participant]
        onLeftOut()
        return []
      })
    let after = 0
    let done = 0
    for (;;) {
      const ids = store.formHolders(round, after, readAtOnce)
      if (!ids.length) break
      yield piece(ids)
      after = ids.at(-1)!
      done += ids.length
      onRead(done)
      await breath()
    }
    if (toRead.size) yield piece([...toRead])
  }
}
