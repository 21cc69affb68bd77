import { balanced, type FormMove, reaches, type WorkingOfficer } from '#server/domain/scrutiny/workload.ts'
import { type AuditActor, auditActor } from '#server/domain/terms/audit.ts'
import { mayDo, type Officer } from '#server/domain/terms/staff.ts'
import { type FieldFault, ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import { type CivilDate, civilDate, type Instant } from '#server/kernel/time.ts'
import { typedList } from '#server/kernel/typed-text.ts'
import type { ScrutinyDeps } from './deps'
import type { LeaveForm, ReassignForm } from './schema'
import { noWork, type OfficerFigures, type TeamFigures, teamFigures } from './team-figures'
import type { LeaveRow, OfficerRow } from './team-store'

/**
 * The officers of scrutiny and the centres, as their leads see them. `countedAt`: the figures of a large season are up to
 * an hour old; who works there, who is away and what a lead has moved is always of now.
 */
type Team = {
  officers: readonly (OfficerRow & OfficerFigures & { isAway: boolean })[]
  centres: TeamFigures['centres']
  leaves: readonly LeaveRow[]
  countedAt: Instant
}

/** How many forms an officer loses and gets. */
type MoveSummary = { fullName: string | null; lost: number; got: number }

/** Why nothing moved; with the moves, if the lead has to agree first. */
type MovesRefusal = Refusal & { moves?: MoveSummary[]; key?: string }

const isDay = (text: string): text is CivilDate => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

/**
 * The shared work of scrutiny: who has which forms, who is away, who did how much. For leads: staff who may manage
 * accounts. Source: rules §5.1.
 */
export function createTeam({ db, store, team, clock, application, record, newestAct }: ScrutinyDeps) {
  const today = () => civilDate(clock.portal())
  const figures = teamFigures({ team, clock, newestAct })
  const isLead = (actor: Officer) => mayDo(actor.role, 'staff')
  const notLead = () => refuse('scrutiny-leads-only', 403)

  /** Officers who can be given forms now. */
  const working = () => {
    const away = team.awayOn(today())
    return store.activeOfficers().filter(({ id }) => !away.includes(id))
  }

  function carryOut(by: AuditActor, moves: readonly FormMove[]): void {
    for (const { candidateId, to } of moves) store.put(candidateId, { officerId: to })
    if (moves.length) record(by, 'scrutiny.balanced', { of: 'scrutiny' }, { forms: moves.length })
  }

  function summaryOf(moves: readonly FormMove[]): MoveSummary[] {
    const names = new Map(team.officers().map(({ id, fullName }) => [id, fullName]))
    const ids = [...new Set(moves.flatMap(({ from, to }) => [from, to]))]
    return ids.map((id) => ({
      fullName: id === null ? null : (names.get(id) ?? null),
      lost: moves.filter(({ from }) => from === id).length,
      got: moves.filter(({ to }) => to === id).length,
    }))
  }

  /** Gives one form to an officer; a colleague who holds it loses it, and their saved decisions stay. */
  function give(actor: Officer, candidateId: number, officerId: number): void {
    if (store.queueOf(candidateId) === 'picked-up') application.release(candidateId)
    store.put(candidateId, { officerId, heldBy: null, heldSince: null })
    record(auditActor(actor), 'scrutiny.reassigned', { candidateId }, { officer: officerId })
  }

  /** The form with this Application ID, or the fault why this officer cannot get it. */
  function givable(userId: string, officer: WorkingOfficer): { id: number } | FieldFault {
    const found = store.candidate(userId)
    const queue = found && store.queueOf(found.id)
    const waits = queue === 'new' || queue === 'resubmitted' || queue === 'picked-up'
    if (!found || !waits) return { field: 'userIds', code: 'scrutinyForms.not-waiting', params: { userId } }
    if (reaches(officer, found.district)) return found
    return { field: 'userIds', code: 'scrutinyForms.elsewhere', params: { userId } }
  }

  return {
    /** Null for staff who do not lead. */
    async team(actor: Officer): Promise<Team | null> {
      if (!isLead(actor)) return null
      const { at, officers, centres } = await figures.current()
      const away = team.awayOn(today())
      return {
        officers: team.officers().flatMap((officer) => {
          const work = officers.get(officer.id)
          // A closed account is named while it has done or left something.
          if (officer.disabledAt !== null && !work) return []
          return { ...officer, ...(work ?? noWork), isAway: away.includes(officer.id) }
        }),
        centres,
        leaves: team.leavesFrom(today()),
        countedAt: at,
      }
    },

    /**
     * Spreads the waiting forms evenly over the officers at work. Refuses with the moves until `agreed` names their
     * number. Refusals: `scrutiny-nothing-to-balance`, `scrutiny-agree-moves` (409).
     */
    balance(actor: Officer, agreed?: string): Result<{ count: number }, MovesRefusal> {
      return db.transact((): Result<{ count: number }, MovesRefusal> => {
        if (!isLead(actor)) return notLead()
        const moves = balanced(working(), team.waiting())
        if (!moves.length) return refuse('scrutiny-nothing-to-balance', 409)
        const key = String(moves.length)
        if (agreed !== key) {
          const { refusal } = refuse('scrutiny-agree-moves', 409)
          return { ok: false, refusal: { ...refusal, moves: summaryOf(moves), key } }
        }
        carryOut(auditActor(actor), moves)
        return ok({ count: moves.length })
      })
    },

    /** Gives named forms to an officer, all of them or none. Refuses an ID that does not wait with a fault of its own. */
    reassign(actor: Officer, { userIds, officer }: ReassignForm): Result<{ count: number }> {
      return db.transact((): Result<{ count: number }> => {
        if (!isLead(actor)) return notLead()
        const to = working().find(({ id }) => String(id) === officer)
        if (!to)
          return refuse('check-answers', 422, { fields: [{ field: 'officer', code: 'scrutinyOfficer.invalid' }] })
        const wanted = [...new Set(typedList(userIds))]
        const found = wanted.map((userId) => givable(userId, to))
        const fields = found.filter((one) => 'code' in one)
        if (fields.length) return refuse('check-answers', 422, { fields })
        for (const form of found) if ('id' in form) give(actor, form.id, to.id)
        return ok({ count: wanted.length })
      })
    },

    /** Notes days on which an officer gets no new forms. */
    addLeave(actor: Officer, { absent, firstDay, lastDay }: LeaveForm): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (!isLead(actor)) return notLead()
        const fields: FieldFault[] = []
        const found = store.activeOfficers().find(({ id }) => String(id) === absent)
        if (!found) fields.push({ field: 'absent', code: 'scrutinyOfficer.invalid' })
        if (!isDay(firstDay)) fields.push({ field: 'firstDay', code: 'leaveDay.invalid' })
        if (!isDay(lastDay) || lastDay < firstDay) fields.push({ field: 'lastDay', code: 'leaveDay.before' })
        else if (lastDay < today()) fields.push({ field: 'lastDay', code: 'leaveDay.past' })
        if (fields.length) return refuse('check-answers', 422, { fields })
        const days = { firstDay: firstDay as CivilDate, lastDay: lastDay as CivilDate }
        store.addLeave({ staffId: found!.id, ...days }, actor.id, clock.portal())
        record(auditActor(actor), 'scrutiny.leave-noted', { of: `staff:${found!.id}` }, days)
        return ok()
      })
    },

    endLeave(actor: Officer, id: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (!isLead(actor)) return notLead()
        const staffId = store.endLeave(id, clock.portal())
        if (staffId === null) return refuse('unknown-leave', 404)
        record(auditActor(actor), 'scrutiny.leave-ended', { of: `staff:${staffId}` })
        return ok()
      })
    },

    /** Gives the waiting forms of a closed account to the officers at work; joins the transaction that closes it. */
    passOnFrom(officerId: number, by: AuditActor): void {
      const able = working().filter(({ id }) => id !== officerId)
      const moves = balanced(able, team.waiting()).filter(({ from }) => from === officerId)
      carryOut(by, moves)
    },
  }
}
