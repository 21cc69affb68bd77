import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { SeatMatrixDeps } from './deps'
import { type Edition, editionOf, handsOf } from './edition'
import { createReportOf } from './findings'
import type { NamedEdition } from './store'

/** The first few people of a refusal; the page lists all. */
const namesOf = (losses: readonly { holders: readonly { userId: string }[] }[]): string => {
  const all = losses.flatMap(({ holders }) => holders.map(({ userId }) => userId))
  return all.length > 5 ? `${all.slice(0, 5).join(', ')}, …` : all.join(', ')
}

/** The editions of the matrix: how far each is, and how it is released. Source: rules §8.3. */
export function createMatrixEditions(deps: SeatMatrixDeps) {
  const { store, clock, releases } = deps
  const reportOf = createReportOf(deps)

  const release = releases.of<NamedEdition>({
    kind: 'seat-matrix',
    find: store.edition,
    refusals: { unknown: 'unknown-seat-edition', decided: 'seat-edition-decided' },
    acts: { release: 'seat-matrix.published', discard: 'seat-matrix.discarded' },
    detail: ({ number }) => ({ number }),
    hands: (row) => handsOf(editionOf(row)),
    mayRelease(row) {
      const edition = editionOf(row)
      if (edition.number < (store.inForce()?.number ?? 0)) return refuse('seat-edition-overtaken', 409)
      const { findings, losses } = reportOf(edition, store.courses(edition.id))
      const count = losses.reduce((sum, { holders }) => sum + holders.length, 0)
      if (count) return refuse('seat-matrix-loses-seats', 409, { params: { count, names: namesOf(losses) } })
      if (findings.some(({ reason }) => reason === null)) return refuse('seat-breaches-open', 409)
      if (isWithInstitutes(edition)) return refuse('seat-attestation-running', 409)
      return ok()
    },
    onRelease(row) {
      const { reasons } = reportOf(editionOf(row), store.courses(row.id))
      store.change(row.id, { overrides: JSON.stringify(reasons) })
      return ok()
    },
  })

  /** Does an institute still owe its answer about an edition that is not published, and have time for it? */
  const isWithInstitutes = ({ id, state, attestBy }: Edition): boolean =>
    state === 'prepared' &&
    attestBy !== null &&
    clock.portal() < attestBy &&
    store.institutes(id).length > store.attestations(id).length

  /** What a person saw of an edition that can still change: its reasons and answers. */
  const seenOf = ({ id, overrides }: Edition): string => {
    const answers = store.attestations(id)
    return `${Object.keys(overrides).length}-${answers.length}-${Math.max(0, ...answers.map(({ at }) => at))}`
  }

  /** An unpublished edition as the officer saw it, or the refusal. */
  function pendingAsSeen(id: number, seen: string): Result<Edition> {
    const found = pending(id)
    if (!found.ok || seenOf(found.value) === seen) return found
    return refuse('seat-edition-changed', 409)
  }

  /** An unpublished edition, or the refusal. */
  function pending(id: number): Result<Edition> {
    const row = store.edition(id)
    if (!row) return refuse('unknown-seat-edition', 404)
    return row.state === 'prepared' ? ok(editionOf(row)) : refuse('seat-edition-decided', 409)
  }

  return { release, isWithInstitutes, seenOf, pending, pendingAsSeen, reportOf }
}

export type MatrixEditions = ReturnType<typeof createMatrixEditions>
