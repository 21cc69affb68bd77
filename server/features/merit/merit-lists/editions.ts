import { isOver, type MeritStage, meritActivity, publicationAt } from '#server/domain/merit/lists.ts'
import { isReleased } from '#server/domain/terms/release.ts'
import { ok, refuse } from '#server/kernel/result.ts'
import type { MeritListsDeps } from './deps'
import type { EditionReport } from './ranking'
import type { NamedEdition } from './store'

/** An edition in a list. Times are epoch milliseconds. */
export type EditionLine = Pick<
  NamedEdition,
  'id' | 'stage' | 'number' | 'state' | 'reason' | 'preparedAt' | 'preparedByName' | 'publishedAt'
> & { releasedAt: number | null; releasedByName: string | null }

/** Reads what the ranking found; null while it is prepared, or if it failed. */
export const reportIn = ({ state, report }: NamedEdition): (EditionReport & { mark: string }) | null => {
  const parsed = JSON.parse(report)
  return state === 'preparing' || parsed.confirmed === undefined ? null : parsed
}

export const lineOf = (row: NamedEdition): EditionLine => {
  const { id, stage, number, state, reason, preparedAt, preparedByName, decidedAt, decidedByName, publishedAt } = row
  const released = isReleased(state)
    ? { releasedAt: decidedAt, releasedByName: decidedByName }
    : { releasedAt: null, releasedByName: null }
  return { id, stage, number, state, reason, preparedAt, preparedByName, ...released, publishedAt }
}

/** The editions of the lists: what each is compared with, and how it is released and published. */
export function createMeritEditions({ store, clock, activity, releases, onPublished }: MeritListsDeps) {
  /** The edition that a new one of a stage is compared with: the one in force; the first final one, with the provisional. */
  const predecessor = (stage: MeritStage): number | null =>
    (store.inForce(stage) ?? (stage === 'final' ? store.inForce('provisional') : undefined))?.id ?? null
  const opensAt = (stage: MeritStage) => activity(meritActivity(stage))?.opensAt

  /** Has something changed since an edition was prepared: the ranked forms and marks, or the edition that it was compared with? */
  function hasChanged(row: NamedEdition): boolean {
    const { mark, against } = reportIn(row)!
    return mark !== store.sourcesMark() || against !== predecessor(row.stage)
  }

  const release = releases.of<NamedEdition>({
    kind: 'merit-list',
    find: store.edition,
    refusals: { unknown: 'merit-unknown', decided: 'merit-decided' },
    acts: { release: 'merit-lists.released', discard: 'merit-lists.discarded', publish: 'merit-lists.published' },
    detail: ({ stage, number, fingerprint }) => ({ stage, number, fingerprint: fingerprint.slice(0, 12) }),
    /** The data behind it is unchanged, and its stage is not over. */
    mayRelease(row) {
      if (isOver(row.stage, store.standing())) return refuse('merit-final-is-out', 409)
      return hasChanged(row) ? refuse('merit-outdated', 409) : ok()
    },
    onRelease({ id, stage }) {
      store.change(id, { publishAt: publicationAt(opensAt(stage), clock.portal()) })
      return ok()
    },
    publication: {
      job: 'merit-lists',
      dueAt,
      onPublish(row, at) {
        const against = store.inForce(row.stage)?.id ?? null
        store.change(row.id, { publishAt: dueAt(row), publishedAt: at })
        store.addAnnouncement(row.id, against)
      },
      announce: onPublished,
    },
  })

  /** The publication time of a released edition by the current schedule; null if it does not say. */
  function dueAt({ stage, decidedAt }: NamedEdition) {
    return publicationAt(opensAt(stage), decidedAt!)
  }

  return { predecessor, opensAt, hasChanged, release, dueAt }
}

export type Editions = ReturnType<typeof createMeritEditions>
