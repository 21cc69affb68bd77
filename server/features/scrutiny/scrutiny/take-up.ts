import { type AuditActor, auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { ScrutinyDeps } from './deps'
import { type Form, type Forms, notHeld, unknownForm } from './form'

type Needs = { forms: Pick<Forms, 'within' | 'holding'>; next(actor: Officer): string | null } & Pick<
  ScrutinyDeps,
  'db' | 'store' | 'clock' | 'application' | 'record'
>

/** Officers take up forms, each by one officer at a time, and give them back. Source: rules §5.1. */
export function createTakeUp({ forms: { within, holding }, next, db, store, clock, application, record }: Needs) {
  /** Takes a form up, so that nobody else can. Refusals: `scrutiny-held`, `scrutiny-not-waiting` (409). */
  function pickUp(actor: Officer, userId: string): Result<undefined> {
    return db.transact((): Result<undefined> => {
      const form = within(actor, userId)
      if (!form) return unknownForm()
      const { isMine, isFree, holder } = holding(actor, form)
      if (isMine) return ok()
      if (!isFree)
        return holder ? refuse('scrutiny-held', 409, { params: { holder } }) : refuse('scrutiny-not-waiting', 409)
      application.pickUp(form.id)
      store.put(form.id, { heldBy: actor.id, heldSince: clock.portal() })
      record(auditActor(actor), 'scrutiny.picked-up', { candidateId: form.id }, { version: form.version })
      return ok()
    })
  }

  function giveBack(candidateId: Form['id'], by: AuditActor): void {
    application.release(candidateId)
    store.put(candidateId, { heldBy: null, heldSince: null })
    record(by, 'scrutiny.released', { candidateId })
  }

  return {
    pickUp,

    /**
     * Takes over a form that a colleague holds and has left alone; their saved decisions stay, and what they have not
     * saved is refused. Refusals: `scrutiny-in-work` (409) while the holder is at it, and those of `pickUp`.
     */
    takeOver(actor: Officer, userId: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const form = within(actor, userId)
        if (!form) return unknownForm()
        const { isMine, isFree, holder, mayTakeOver } = holding(actor, form)
        if (isMine || isFree) return pickUp(actor, userId)
        if (holder === null) return refuse('scrutiny-not-waiting', 409)
        if (!mayTakeOver) return refuse('scrutiny-in-work', 409, { params: { holder } })
        store.put(form.id, { officerId: actor.id, heldBy: actor.id, heldSince: clock.portal() })
        record(auditActor(actor), 'scrutiny.taken-over', { candidateId: form.id }, { version: form.version })
        return ok()
      })
    },

    /**
     * Takes up the form that has waited longest, in one step, so that nobody else can take it in between. Null if none
     * waits.
     */
    takeNext(actor: Officer): Result<string | null> {
      return db.transact((): Result<string | null> => {
        const userId = next(actor)
        if (userId === null) return ok(null)
        const taken = pickUp(actor, userId)
        return taken.ok ? ok(userId) : taken
      })
    },

    /** Returns a form undecided; the verdicts so far stay. */
    release(actor: Officer, userId: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const form = within(actor, userId)
        if (!form) return unknownForm()
        const held = holding(actor, form)
        if (!held.isMine) return notHeld(held)
        giveBack(form.id, auditActor(actor))
        return ok()
      })
    },

    /** Returns every form held by a closed account to its queue. */
    releaseHeldBy(officerId: number, by: AuditActor): void {
      for (const candidateId of store.heldBy(officerId)) giveBack(candidateId, by)
    },
  }
}
