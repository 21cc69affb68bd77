import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { NoticeKind } from '#server/domain/site/notices.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { NoticeDraft } from './schema'
import type { NewNotice, NoticesStore } from './store'

type Deps = {
  db: Database
  store: NoticesStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** What the cell does with its notices. Source: rules §11.1. */
export function createPublishing({ db, store, clock, record, onChanged }: Deps) {
  /** A draft as it would be published, or its fault. */
  function drafted(draft: NoticeDraft): Result<NewNotice> {
    const before = draft.id === undefined ? undefined : store.notice(Number(draft.id))
    if (draft.id !== undefined && before?.kind !== draft.kind) return refuse('unknown-notice', 404)
    const asked = draft.date || draft.time ? instantOf(draft) : ok(before?.publishedAt ?? clock.portal())
    if (!asked.ok) return asked
    return ok({
      kind: draft.kind,
      title: { en: draft.titleEn, mr: draft.titleMr },
      body: { en: draft.bodyEn, mr: draft.bodyMr },
      publishedAt: asked.value,
      phase: draft.kind === 'faq' ? (draft.phase ?? null) : null,
      changedAt: before ? clock.portal() : null,
    })
  }

  return {
    drafted,
    /** Publishes a new notice, at once or at the instant it names, or changes one. */
    publish(actor: StaffMember, draft: NoticeDraft): Result<{ id: number; publishedAt: number }> {
      const result = db.transact((): Result<{ id: number; publishedAt: number }> => {
        const notice = drafted(draft)
        if (!notice.ok) return notice
        const { kind, publishedAt } = notice.value
        const isNew = draft.id === undefined
        const id = isNew ? store.addNotice(notice.value) : Number(draft.id)
        if (!isNew) store.updateNotice(id, notice.value)
        const act = isNew ? 'notices.published' : 'notices.changed'
        record(auditActor(actor), act, { of: `${kind}:${id}` }, { publishedAt })
        return ok({ id, publishedAt })
      })
      if (result.ok) onChanged()
      return result
    },
    /** Takes a notice off the pages, or puts it back. */
    setWithdrawn(actor: StaffMember, id: number, isWithdrawn: boolean): Result<{ kind: NoticeKind }> {
      const result = db.transact((): Result<{ kind: NoticeKind }> => {
        const notice = store.notice(id)
        if (!notice) return refuse('unknown-notice', 404)
        if ((notice.withdrawnAt !== null) === isWithdrawn) return ok({ kind: notice.kind })
        store.withdraw(id, isWithdrawn ? clock.portal() : null)
        const act = isWithdrawn ? 'notices.withdrawn' : 'notices.restored'
        record(auditActor(actor), act, { of: `${notice.kind}:${id}` })
        return ok({ kind: notice.kind })
      })
      if (result.ok) onChanged()
      return result
    },
  }
}

/** The date and the time of a draft → the instant, in India; an invalid date is a fault of its field. */
function instantOf({ date, time }: Pick<NoticeDraft, 'date' | 'time'>): Result<Instant> {
  const fault = (field: 'date' | 'time', code: string) => refuse('check-answers', 422, { fields: [{ field, code }] })
  if (!date) return fault('date', 'noticeDate.required')
  if (!time) return fault('time', 'noticeTime.required')
  try {
    return ok(ist(`${date} ${time}`))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'no-such-day', params: { day: date } }] })
  }
}
