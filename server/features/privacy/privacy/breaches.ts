import { momentOf } from '#server/domain/admission/orders.ts'
import {
  type BreachNotice,
  breachFacts,
  breachNotices,
  noticeDueAt,
  openNotices,
} from '#server/domain/privacy/breaches.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { languageIn } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { PrivacyDeps } from './deps'
import { draftsOf } from './drafts'
import type { Breach, BreachFacts } from './schema'
import type { BreachRow } from './store'

const pageSize = 50

const sentOf = ({ certInAt, peopleAt, boardAt, reportAt }: BreachRow): Record<BreachNotice, number | null> => ({
  'cert-in': certInAt,
  people: peopleAt,
  board: boardAt,
  report: reportAt,
})

/** Breaches of personal data, and the clocks of their notices. Source: rules §13.6. */
export function createBreaches({ db, store, clock, course, record }: PrivacyDeps) {
  const shown = (row: BreachRow) => ({
    ...row,
    notices: breachNotices.map((notice) => ({
      notice,
      dueAt: noticeDueAt(notice, row.noticedAt),
      sentAt: sentOf(row)[notice],
    })),
  })

  return {
    /** The newest breaches. */
    list: () => store.breaches(pageSize).map(shown),

    find(id: number) {
      const row = store.breach(id)
      return row ? shown(row) : null
    },

    /** Its notices, in both languages. */
    drafts: (breach: BreachRow) => draftsOf(course, breach),

    /**
     * Writes a breach down with one sentence in either language; its clocks run from the moment at which it was noticed. The
     * other facts follow.
     */
    add(officer: Officer, { noticedDate, noticedTime, what }: Breach): Result<{ id: number }> {
      const at = momentOf(noticedDate, noticedTime)
      const now = clock.portal()
      if (at === null || at > now)
        return refuse('check-answers', 422, { fields: [{ field: 'noticedDate', code: 'noticedDate.invalid' }] })
      return db.transact(() => {
        const said = languageIn(what) === 'mr' ? { whatMr: what } : { whatEn: what }
        const id = store.addBreach({ ...said, noticedAt: at, recordedAt: now, recordedBy: officer.id })
        record(auditActor(officer), 'privacy.breach-recorded', { of: `breach:${id}` })
        return ok({ id })
      })
    },

    /** Writes down what is known by now, in place of what was known before. What happened is always said in one language. */
    complete(officer: Officer, id: number, { intent: _, ...known }: BreachFacts): Result<undefined> {
      if (!known.whatEn && !known.whatMr)
        return refuse('check-answers', 422, { fields: [{ field: 'whatEn', code: 'breachText.required' }] })
      return db.transact((): Result<undefined> => {
        if (!store.breach(id)) return refuse('breach-unknown', 404)
        const facts = Object.fromEntries(breachFacts.map((fact) => [fact, known[fact] ?? null]))
        store.changeBreach(id, facts)
        record(
          auditActor(officer),
          'privacy.breach-completed',
          { of: `breach:${id}` },
          { people: known.people ?? null },
        )
        return ok()
      })
    },

    /** Notes that a notice has been sent. */
    sent(officer: Officer, id: number, notice: BreachNotice): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const row = store.breach(id)
        if (!row) return refuse('breach-unknown', 404)
        if (sentOf(row)[notice] !== null) return refuse('breach-notice-sent', 409)
        store.noteSent(id, notice, clock.portal())
        record(auditActor(officer), 'privacy.breach-notified', { of: `breach:${id}` }, { notice })
        return ok()
      })
    },

    /** Breaches with a notice to send: how many, since when, and by when the next one must be out. */
    waiting() {
      const open = store
        .breaches(pageSize)
        .map((row) => ({ row, notices: openNotices(sentOf(row), row.noticedAt) }))
        .filter(({ notices }) => notices.length > 0)
      const dues = open.map(({ row, notices }) => noticeDueAt(notices[0]!, row.noticedAt))
      return {
        count: open.length,
        oldestAt: open.length ? Math.min(...open.map(({ row }) => row.noticedAt)) : null,
        dueAt: dues.length ? Math.min(...dues) : null,
      }
    },
  }
}
