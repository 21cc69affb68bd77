import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import {
  type FilingFacts,
  type GrievanceState,
  type GrievanceStep,
  type GrievanceType,
  grievanceNumber,
  grievanceSteps,
  mayApprove,
} from '#server/domain/scrutiny/grievances.ts'
import { stepsOfFact } from '#server/domain/scrutiny/scrutiny.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { mayTouch, type Officer } from '#server/domain/terms/staff.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ShownFact } from '../scrutiny/shown-facts'
import type { GrievancesDeps } from './deps'
import type { GrievanceRow, MessageRow } from './store'

/** A grievance with its thread. Times are epoch milliseconds. */
export type Grievance = {
  id: number
  number: string
  type: GrievanceType
  steps: GrievanceStep[]
  state: GrievanceState
  filedAt: number
  decidedAt: number | null
  isReopened: boolean
  thread: MessageRow[]
}

const unknown = () => refuse('grievance-unknown', 404)

/** A grievance as its candidate and its officers find it, and what decides about the acts on it. */
export function createFound({
  store,
  course,
  activity,
  application,
  shownFacts,
  verification,
  ...deps
}: GrievancesDeps) {
  const numberOf = (id: number) => grievanceNumber(course.applicationIdPrefix + course.applicationIdYear, id)
  const isPermitted = (candidateId: number) => application.standing(candidateId).permissions.grivancy

  return {
    numberOf,

    shown: (row: GrievanceRow): Grievance => ({
      id: row.id,
      number: numberOf(row.id),
      type: row.type as GrievanceType,
      steps: grievanceSteps.filter((_, step) => row.steps & (1 << step)),
      state: row.state,
      filedAt: row.filedAt,
      decidedAt: row.decidedAt,
      isReopened: row.reopenedAt !== null,
      thread: store.thread(row.id),
    }),

    /** A candidate's own grievance; any other number is unknown to them. */
    own(candidateId: number, id: number): Result<GrievanceRow> {
      const row = store.find(id)
      return row && row.candidateId === candidateId ? ok(row) : unknown()
    },

    /**
     * The candidate's facts that a grievance is about, beside their documents: those of the steps that it names, or all if
     * it names none; those that self-verification called wrong; none for a complaint about the process.
     */
    contested({ id, candidateId, type, steps: named }: GrievanceRow, language: Language): ShownFact[] {
      if (type === 'process') return []
      const facts = shownFacts({ id: candidateId, fullName: store.owner(candidateId).fullName }, language)
      if (type === 'self-verification') {
        const said: readonly string[] = verification.saidIn(candidateId, id, language).map(({ fact }) => fact)
        return facts.filter(({ name }) => said.includes(name))
      }
      return facts.filter(({ name }) => named === 0 || stepsOfFact(name).some((step) => named & (1 << step)))
    },

    /** A grievance within the officer's reach; one of another region looks like an unknown one. */
    within(officer: Officer, id: number): Result<GrievanceRow> {
      const row = store.find(id)
      if (!row) return unknown()
      const { district } = store.owner(row.candidateId)
      return mayTouch(officer, { centre: null, region: regionOf(district), institute: null }) ? ok(row) : unknown()
    },

    filingFacts: (candidateId: number): FilingFacts => ({
      isPermitted: isPermitted(candidateId),
      hasOpenOne: store.hasOpenOne(candidateId),
      window: activity('grievances'),
    }),

    mayBeApproved: ({ type, state, candidateId }: GrievanceRow): Result<undefined> =>
      mayApprove({ type: type as GrievanceType, state }, isPermitted(candidateId)),

    /** Tells the candidate about a grievance by its number; joins the caller's transaction. */
    tell(
      candidateId: number,
      id: number,
      template: MessageTemplate,
      more: (language: Language) => Record<string, string> = () => ({}),
    ): void {
      deps.tell(candidateId, template, (language) => ({ reference: numberOf(id), ...more(language) }))
    },
  }
}

export type Found = ReturnType<typeof createFound>
