import { mayCall } from '#server/domain/admission/calls.ts'
import type { SeatDuty } from '#server/domain/admission/offer.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { reaches, type SeatCallsDeps } from './deps'
import type { Callee } from './store'

/** An officer's call that goes on, with the number to dial. */
type OwnCall = { id: number; calledAt: Instant; about: SeatDuty } & Pick<
  Callee,
  'userId' | 'fullName' | 'mobile' | 'language'
>

/** Calls without a note that an officer is shown. */
const ownCallsShown = 5
/** A call of an officer: begun, and ended with a note. */
export function createCalls({ db, store, clock, owedBy, record }: SeatCallsDeps) {
  return {
    /** The officer's calls that go on, with their numbers. */
    ownCalls(caller: Officer): OwnCall[] {
      const own = store.openOf(caller.id, ownCallsShown)
      const people = new Map(store.callees(own.map(({ candidateId }) => candidateId)).map((one) => [one.id, one]))
      return own.map(({ id, candidateId, calledAt, act: about }): OwnCall => {
        const { userId, fullName, mobile, language } = people.get(candidateId)!
        return { id, about, calledAt, userId, fullName, mobile, language }
      })
    },

    /**
     * Begins a call, which shows its caller the number. Refusals: `unknown-candidate` (404) out of reach, `acted-already`
     * (409), `called-meanwhile` (409) if somebody has begun a call since the page was made.
     */
    begin(caller: Officer, userId: string, seen: number): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const person = store.byUserId(userId.toUpperCase())
        if (!person || !reaches(caller, person)) return refuse('unknown-candidate', 404)
        const act = owedBy([person.id], clock.portal())[0]
        if (!act) return refuse('acted-already', 409)
        const may = mayCall(store.newest([person.id])[0]?.id ?? 0, seen)
        if (!may.ok) return may
        const { kind, round } = act
        store.add({ candidateId: person.id, round, act: kind, calledBy: caller.id, calledAt: clock.portal() })
        record(auditActor(caller), 'seat-calls.begun', { candidateId: person.id }, { act: kind, round })
        return ok()
      })
    },

    /** Ends the officer's own call with a note; its number is masked again. Refuses an unknown call with 404. */
    note(caller: Officer, callId: number, text: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const call = store.call(callId)
        if (!call || call.calledBy !== caller.id || call.note !== null) return refuse('unknown-call', 404)
        store.note(callId, text, clock.portal())
        record(auditActor(caller), 'seat-calls.noted', { candidateId: call.candidateId }, { act: call.act })
        return ok()
      })
    },
  }
}
