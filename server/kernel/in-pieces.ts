import { breath } from './background'

/** The people to tell next. `upTo`: the id of the last one looked at; `isDone`: nobody comes after them. */
export type Piece<Person> = { people: readonly Person[]; upTo: number | null; isDone: boolean }

/** News for many people, told piece by piece. `Due`: the news with its progress. */
type Telling<Due, Person> = {
  db: { transact<T>(work: () => T): T }
  /** The oldest news with people still to be told; undefined if there is none. */
  due(): Due | undefined
  /** True while earlier messages of this kind wait: OTPs must not queue behind thousands. */
  isBusy(due: Due): boolean
  next(due: Due): Piece<Person>
  /** Returns false for somebody who is passed over. */
  tell(due: Due, person: Person): boolean | undefined
  /** Keeps the progress, in the transaction of the piece. `told`: the number told now. */
  keep(due: Due, progress: { upTo: number | null; told: number; isDone: boolean }): void
}

/**
 * Tells the next piece of people, once the one before has been delivered. A piece and its progress are one transaction,
 * so that a crash neither leaves anybody out nor tells them twice.
 */
export function tellNextPiece<Due, Person>({ db, due, isBusy, next, tell, keep }: Telling<Due, Person>): void {
  const found = due()
  if (found === undefined || isBusy(found)) return
  db.transact(() => {
    // Read again under the lock: another process may have told this piece.
    const current = due()
    if (current === undefined) return
    const { people, ...progress } = next(current)
    const told = people.filter((person) => tell(current, person) !== false).length
    keep(current, { ...progress, told })
  })
}

/** The piece of people read in the order of their ids, `limit` at most. */
export const pieceOf = <Person extends { id: number }>(people: readonly Person[], limit: number): Piece<Person> => ({
  people,
  upTo: people[people.length - 1]?.id ?? null,
  isDone: people.length < limit,
})

/**
 * Works through people in the order of their ids, piece by piece, and lets pages take their turn between two pieces.
 * `next`: the ids after one; `work`: gets them, never an empty list.
 */
export async function inPieces(
  next: (after: number) => readonly number[],
  work: (ids: readonly number[]) => void,
): Promise<void> {
  for (let after = 0; ; await breath()) {
    const ids = next(after)
    if (!ids.length) return
    work(ids)
    after = ids[ids.length - 1]!
  }
}
