import type { Waiting } from '#server/domain/desk/waiting.ts'
import type { CellReminder } from '#server/domain/messages/message-templates.ts'
import { complaintDue, complaintRules } from '#server/domain/scrutiny/grievances.ts'
import { districtsWithin, mayDo, type Officer } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { GrievancesDeps } from './deps'
import type { Found } from './grievance'

/** Complaints about the process in numbers, for everybody. `oldestAt`: since when the oldest one waits, epoch milliseconds. */
type ComplaintFigures = { received: number; decided: number; inTime: number; waiting: number; oldestAt: number | null }

/** The clock of complaints about the process: at the desk, by e-mail to the cell, and in public. Source: rules §5.10. */
export function createComplaints(
  { store, clock, lastAdmission }: Pick<GrievancesDeps, 'store' | 'clock' | 'lastAdmission'>,
  { numberOf }: Pick<Found, 'numberOf'>,
) {
  const late = () => store.openComplaints(null).filter(({ filedAt }) => isLate(filedAt))
  const isLate = (filedAt: number) => clock.portal() >= complaintDue(filedAt, lastAdmission())
  /** A complaint that is not decided in time is the cell's concern too: it is on the page of those who decide. */
  function ofCell(): Waiting[] {
    const found = late()
    const oldestAt = found[0]?.filedAt ?? null
    const dueAt = oldestAt === null ? null : complaintDue(oldestAt, lastAdmission())
    return [{ kind: 'complaint-late', page: 'officers', count: found.length, oldestAt, dueAt }]
  }

  return {
    /** By when a complaint filed then has to be decided. */
    dueAt: (filedAt: number): number => complaintDue(filedAt, lastAdmission()),

    /** The open complaints within an officer's reach, as work; the oldest is due first. */
    waiting(officer: Officer): Waiting[] {
      if (mayDo(officer.role, 'staff')) return ofCell()
      if (!mayDo(officer.role, 'grievances')) return []
      const open = store.openComplaints(districtsWithin(officer))
      const oldestAt = open[0]?.filedAt ?? null
      const dueAt = oldestAt === null ? null : complaintDue(oldestAt, lastAdmission())
      return [
        { kind: 'complaint', page: 'grievances', count: open.length, oldestAt, dueAt, query: { waits: 'complaint' } },
      ]
    },

    /** The complaints that are not decided in time; null for staff who do not lead. */
    lateFor: ({ role }: Pick<Officer, 'role'>): number | null => (mayDo(role, 'staff') ? late().length : null),

    figures(): ComplaintFigures {
      const { received, decided, inTime, oldestAt } = store.complaintFigures(lastAdmission() ?? Number.MAX_SAFE_INTEGER)
      return { received, decided, inTime, waiting: received - decided, oldestAt }
    },

    /** What the cell is told, each once: a complaint that has to be decided soon, and one that is overdue. */
    reminders(): CellReminder[] {
      const now = clock.portal()
      return store.openComplaints(null).flatMap(({ id, filedAt }): CellReminder[] => {
        const dueAt = complaintDue(filedAt, lastAdmission())
        if (now < dueAt - complaintRules.warning) return []
        const words = (at: number) => (language: 'en' | 'mr') => ({
          reference: numberOf(id),
          at: formatDateTime(at, language),
        })
        const template = now < dueAt ? 'complaint-due' : 'complaint-overdue'
        return [{ alarm: `${template} ${id} ${dueAt}`, template, words: words(dueAt) }]
      })
    },
  }
}
