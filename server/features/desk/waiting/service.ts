import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { returnWithin } from '#server/domain/admission/cancellation.ts'
import {
  type PublicationAlarm,
  publicationAlarms,
  type ScheduledPublication,
} from '#server/domain/desk/publications.ts'
import { type PlanFacts, type PlannedInstant, seasonPlan } from '#server/domain/desk/season-plan.ts'
import { inOrder, isOverdue, longWait, type Waiting, type WaitingKind } from '#server/domain/desk/waiting.ts'
import type { CellReminder, TellCell } from '#server/domain/messages/message-templates.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { districtsWithin, mayDo, type Officer } from '#server/domain/terms/staff.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import { civilDate } from '#server/kernel/time.ts'
import type { Backlog, WaitingStore } from './store'

/** A source of waiting work: what waits for this person, by kind. */
type WaitingSource = (actor: Officer) => readonly Waiting[]

type WaitingDeps = {
  db: Database
  store: WaitingStore
  clock: Clock
  /** Sources of other features, such as the rows that wait for a second person. */
  sources: readonly WaitingSource[]
  /** The publications of the schedule, by feature. */
  publications: readonly (() => readonly ScheduledPublication[])[]
  activity(key: string): Activity | undefined
  /** The dated activities of the season. */
  schedule(): readonly Activity[]
  /** What the plan of the season reads of other features. */
  planFacts: Pick<PlanFacts, 'hasSeatMatrix' | 'unsigned'> & { isOpened(): boolean }
  /** What the cell is told by e-mail, each once. */
  reminders: readonly (() => readonly CellReminder[])[]
  tellCell: TellCell
}

/**
 * The work that waits for a member of staff, for the home page of the desk, and the publications that cannot happen.
 * Source: rules §12.4.
 */
export function createWaiting({
  db,
  store,
  clock,
  sources,
  publications,
  activity,
  schedule,
  planFacts,
  reminders,
  tellCell,
}: WaitingDeps) {
  const lineOf = (
    kind: WaitingKind,
    page: Waiting['page'],
    { count, oldestAt }: Backlog,
    more: { dueAt?: number | null; query?: Waiting['query'] } = {},
  ): Waiting => ({ kind, page, count, oldestAt, dueAt: more.dueAt ?? null, query: more.query })

  /** Forms and certificates are due when the time of scrutiny ends. */
  function ofScrutiny(actor: Officer): Waiting[] {
    if (!mayDo(actor.role, 'scrutinise')) return []
    const reach = districtsWithin(actor)
    const dueAt = activity('scrutiny')?.closesAt ?? null
    const of = (queue: string, more = {}) => ({ dueAt, query: { queue, ...more } })
    return [
      lineOf(
        'in-hand',
        'scrutiny',
        store.heldBy({ officer: actor.id, districts: JSON.stringify(reach) }),
        of('picked-up', { mine: 'held' }),
      ),
      lineOf('resubmitted', 'scrutiny', store.resubmitted(reach), of('resubmitted')),
      lineOf('scrutiny', 'scrutiny', store.submitted(reach), of('new')),
      lineOf('certificate', 'certificates', store.certificates(reach)),
    ]
  }

  function ofGrievances(actor: Officer): Waiting[] {
    if (!mayDo(actor.role, 'grievances')) return []
    const reach = districtsWithin(actor)
    return [
      lineOf('grievance', 'grievances', store.grievances(reach), { query: { waits: 'grievance' } }),
      lineOf('verification', 'grievances', store.verifications(reach), { query: { waits: 'verification' } }),
    ]
  }

  function ofInstitute({ role, institute }: Officer): Waiting[] {
    if (!mayDo(role, 'institute') || institute === null) return []
    const open = store.returns({ institute })
    return [lineOf('return', 'returns', open, { dueAt: open.oldestAt === null ? null : open.oldestAt + returnWithin })]
  }

  /** Work of the cell that its own features have no waiting line for. */
  function ofCell({ role }: Officer): Waiting[] {
    const lines: Waiting[] = []
    if (mayDo(role, 'staff')) {
      const dueAt = activity('scrutiny')?.closesAt ?? null
      lines.push(
        lineOf('form-of-nobody', 'officers', store.ofNobody({ day: civilDate(clock.portal()) })),
        lineOf('form-waits-long', 'officers', store.longWaiting({ before: clock.portal() - longWait }), { dueAt }),
      )
    }
    if (mayDo(role, 'money'))
      lines.push(lineOf('settlement-line', 'settlements', store.settlementLines({}), { query: { state: 'queued' } }))
    if (mayDo(role, 'publish')) {
      const late = store.lateReturns({ before: clock.portal() - returnWithin })
      const dueAt = late.oldestAt === null ? null : late.oldestAt + returnWithin
      lines.push(lineOf('late-return', 'cancellations', late, { dueAt, query: { state: 'late' } }), ...ofPublications())
    }
    return lines
  }

  /** The alarms as work: a line for each page on which a publication has to be prepared or mended. */
  function ofPublications(): Waiting[] {
    const found = alarms()
    return [...new Set(found.map(({ page }) => page))].map((page) => {
      const here = found.filter((alarm) => alarm.page === page)
      const dueAt = here.flatMap(({ dueAt }) => dueAt ?? []).sort((one, other) => one - other)[0] ?? null
      return lineOf('publication', page, { count: here.length, oldestAt: null }, { dueAt })
    })
  }

  const alarms = (): PublicationAlarm[] =>
    publicationAlarms(
      publications.flatMap((scheduled) => scheduled()),
      clock.portal(),
    )

  return {
    /**
     * How many forms nobody at work has, and how many have waited for an officer longer than the cell lets them, each
     * `mostCounted` + 1 at most; null for staff who do not lead.
     */
    leftForms: ({ role }: Pick<Officer, 'role'>): { ofNobody: number; longWaiting: number } | null =>
      mayDo(role, 'staff')
        ? {
            ofNobody: store.ofNobody({ day: civilDate(clock.portal()) }).count,
            longWaiting: store.longWaiting({ before: clock.portal() - longWait }).count,
          }
        : null,

    /** The work of one person by kind, the most urgent first. `isOverdue` by the portal's clock. */
    for: (actor: Officer): (Waiting & { isOverdue: boolean })[] =>
      inOrder([ofScrutiny, ofGrievances, ofInstitute, ofCell, ...sources].flatMap((source) => source(actor))).map(
        (line) => ({
          ...line,
          isOverdue: isOverdue(line, clock.portal()),
        }),
      ),

    alarms,

    /** The next instants of the season with what each needs; empty after the last one. */
    plan: (): PlannedInstant[] =>
      seasonPlan(schedule(), clock.portal(), {
        ...planFacts,
        isOpened: planFacts.isOpened(),
        publications: publications.flatMap((scheduled) => scheduled()),
        forms: () => store.submitted(null).count + store.resubmitted(null).count,
        openGrievances: () => store.grievances(null).count,
      }),

    /** A job: tells the cell of each alarm, and of what other features remind it of, by e-mail, once. */
    tellAlarms(): void {
      const ofPublication = alarms().map(
        ({ activity: key, dueAt, fault, isMissed }): CellReminder => ({
          alarm: `${key} ${dueAt} ${fault} ${isMissed}`,
          template: 'publication-alarm',
          words: (language) => ({
            title: activity(key)?.title[language] ?? key,
            at: dueAt === null ? '–' : formatDateTime(dueAt, language),
            body: translate(language, `staff:alarm.${fault}`),
          }),
        }),
      )
      for (const { alarm, template, words } of [...ofPublication, ...reminders.flatMap((due) => due())]) {
        if (store.isTold(alarm)) continue
        db.transact(() => {
          if (store.isTold(alarm)) return
          store.addTold(alarm, clock.real())
          tellCell(template, words)
        })
      }
    },
  }
}
