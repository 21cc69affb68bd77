import { setImmediate as breath } from 'node:timers/promises'
import type { Participant } from '../../domain/allotment-input'
import { claimsOf } from '../../domain/application-form/claims'
import { stepForms } from '../../domain/application-form/forms'
import type { Answers } from '../../domain/application-form/question'
import type { CapRound } from '../../domain/cap-rounds'
import { stillAsked } from '../../domain/reopening'
import { seatClaimsOf } from '../../domain/seat-claims'
import type { AllotmentDeps } from './deps'
import type { ParticipantRow } from './store'

/** So many option forms are read before pages have their turn: some milliseconds. */
const readAtOnce = 25

export type Reading = {
  round: CapRound
  /** The merit list by which they stand. */
  edition: number
  /** Who keeps a seat for a better one, with a form or without. */
  held: ReadonlySet<number>
  onRead(done: number): void
  /** Somebody with a confirmed form who takes no part. */
  onLeftOut(): void
}

/** Reads who takes part in a round: who has a confirmed form, then who only keeps a seat; in pieces, behind the pages. */
export function createParticipants({ store, course }: Pick<AllotmentDeps, 'store' | 'course'>) {
  const forms = stepForms(course.form)

  /** Null for who cannot take part: not in the merit list, or without a claim that stands. */
  function participantOf(row: ParticipantRow): Participant | null {
    const claims = row.answers && claimsOf(stillAsked(forms, JSON.parse(row.answers) as Answers))
    if (!claims || row.allIndiaMerit === null || claims.type.startsWith('J-')) return null
    return {
      candidateId: row.candidateId,
      type: claims.type as Participant['type'],
      claims: seatClaimsOf(claims),
      stateMerit: row.stateMerit,
      allIndiaMerit: row.allIndiaMerit,
      options: row.options ? row.options.split(',') : [],
    }
  }

  return async function* read({ round, edition, held, onRead, onLeftOut }: Reading): AsyncGenerator<Participant[]> {
    const toRead = new Set(held)
    const piece = (ids: readonly number[]): Participant[] =>
      store.participants(ids, round, edition).flatMap((row): Participant[] => {
        const isHolder = toRead.delete(row.candidateId)
        const participant = participantOf(row)
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
