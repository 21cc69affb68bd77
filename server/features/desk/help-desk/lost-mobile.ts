import { auditActor } from '#server/domain/terms/audit.ts'
import { mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { LostMobile } from './schema'
import type { HelpDeskDeps } from './service'
import type { FoundCandidate, WaitingRequest } from './store'

/** More requests than ever wait for a second person. */
const mostWaiting = 200

const shape: ListShape = {
  list: 'help-desk',
  columns: [
    { key: 'userId', kind: 'text', isSortable: true },
    { key: 'fullName', kind: 'written', isSortable: true },
    { key: 'preparedAt', kind: 'time', isSortable: true },
    { key: 'preparedByName', kind: 'text', isSortable: true },
  ],
  filters: ['userId', 'preparedByName'],
  order: 'preparedAt',
}

/**
 * A new number for a lost mobile: one member of staff sees the documents, another releases the change. `within` finds a
 * candidate within a helper's reach. Source: rules §2.10.
 */
export function createLostMobile(
  { db, store, clock, record, releases, place, ...deps }: HelpDeskDeps,
  within: (actor: Officer, userId: string) => Result<FoundCandidate>,
) {
  const release = releases.of<WaitingRequest>({
    kind: 'mobile-request',
    find: store.mobileRequest,
    refusals: { unknown: 'unknown-request', decided: 'lost-mobile-decided' },
    acts: { release: 'help-desk.mobile-released', discard: 'help-desk.mobile-refused' },
    subject: ({ candidateId }) => ({ candidateId }),
    detail: ({ id }) => ({ request: id }),
    isWithin: ({ candidateId, district }, actor) => mayTouch(actor, place({ id: candidateId, district })),
    onRelease: ({ candidateId, newMobile }) => deps.replaceMobile(candidateId, newMobile),
  })

  return {
    /** This candidate's open request, which waits for a second person; null if there is none. */
    openRequest(actor: Officer, candidateId: number): (WaitingRequest & { mayRelease: boolean }) | null {
      const request = store.openMobileRequest(candidateId)
      return request ? { ...request, mayRelease: release.mayRelease(request, actor) } : null
    },

    /** Requests within reach that wait for a second person. `isMine`: 1 if it may be this one. */
    list: listOfRows({
      shape,
      key: 'id',
      rows: (actor: Officer) =>
        store
          .openMobileRequests(mostWaiting)
          .filter(({ candidateId, district }) => mayTouch(actor, place({ id: candidateId, district })))
          .map((request) => ({
            id: request.id,
            userId: request.userId,
            fullName: request.fullName,
            preparedAt: request.preparedAt,
            preparedByName: request.preparedByName,
            isMine: release.mayRelease(request, actor) ? 1 : 0,
          })),
    }),

    /** Records that the first person has seen the documents; nothing changes until a second one releases it. */
    prepareMobile(
      actor: Officer,
      userId: string,
      { newMobile, seen, note }: Omit<LostMobile, 'intent'>,
    ): Result<number> {
      return db.transact((): Result<number> => {
        const candidate = within(actor, userId)
        if (!candidate.ok) return candidate
        const { id, mobile } = candidate.value
        if (store.openMobileRequest(id)) return refuse('lost-mobile-waits', 409)
        if (mobile === newMobile) {
          return refuse('check-answers', 422, { fields: [{ field: 'newMobile', code: 'newMobile.same' }] })
        }
        if (deps.isMobileTaken(newMobile)) {
          return refuse('check-answers', 422, { fields: [{ field: 'newMobile', code: 'newMobile.taken' }] })
        }
        const request = store.addMobileRequest({
          candidateId: id,
          newMobile,
          seen,
          note,
          state: 'prepared',
          preparedBy: actor.id,
          preparedAt: clock.portal(),
        })
        deps.tell(id, 'lost-mobile')
        record(auditActor(actor), 'help-desk.mobile-prepared', { candidateId: id }, { request, seen })
        return ok(request)
      })
    },

    /** Another person releases the new number, or somebody refuses it; only through the request's own candidate. */
    decideMobile(actor: Officer, userId: string, id: number, decision: 'release' | 'discard'): Result<WaitingRequest> {
      const candidate = within(actor, userId)
      if (!candidate.ok) return candidate
      if (store.mobileRequest(id)?.candidateId !== candidate.value.id) return refuse('unknown-request', 404)
      return release[decision](actor, id)
    },
  }
}
