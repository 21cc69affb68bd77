import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { auditActor, type RecordAct } from '../../domain/audit'
import { maskEmail, maskNumber } from '../../domain/contact'
import { lookupOf, mostFound, searchLimit } from '../../domain/help-desk'
import { isSecondPerson, mayTouch, type Place, type StaffScope } from '../../domain/staff'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import type { LostMobile } from './schema'
import type { Delivery, FoundCandidate, HelpDeskStore, WaitingRequest } from './store'

/** Somebody of the staff, with where they work. */
type Helper = StaffScope & { id: number; loginName: string }

export type HelpDeskDeps = {
  db: Database
  store: HelpDeskStore
  clock: Clock
  limits: { count(key: string, windowMs: number, now: number): { count: number; resetsAt: number } }
  record: RecordAct
  /** Where a candidate belongs. */
  place(candidate: { id: number; district: string }): Place
  /** Gives an account its new number at once, ends its sessions and tells both numbers; in the caller's transaction. */
  replaceMobile(candidateId: number, mobile: string): Result<undefined>
  isMobileTaken(mobile: string): boolean
  /** Tells the old number and the address that a new number is being checked; in the caller's transaction. */
  tellOfLostMobile(candidate: { id: number; mobile: string; email: string; language: Language }): void
  kickOutbox(): void
}

/** A candidate on the list of a search; number and address as their owner would know them. */
export type Finding = Pick<FoundCandidate, 'userId' | 'fullName' | 'district' | 'state'> & {
  mobile: string
  email: string
}

/** A message to the candidate as the help desk sees it: whether it arrived, not what it said. */
export type DeliveryLine = Omit<Delivery, 'recipient'> & { to: string }

const masked = ({ channel, recipient, ...line }: Delivery): DeliveryLine => ({
  ...line,
  channel,
  to: channel === 'email' ? maskEmail(recipient) : maskNumber(recipient),
})

/**
 * What whoever answers a candidate's call can find, see and do; within their reach alone, and every look is written
 * down. Source: decisions §2.
 */
export function createHelpDesk(deps: HelpDeskDeps) {
  const { db, store, clock, limits, record, place } = deps
  const reaches = (actor: Helper, candidate: { id: number; district: string }) => mayTouch(actor, place(candidate))

  function* candidatesFor(lookup: NonNullable<ReturnType<typeof lookupOf>>): Generator<FoundCandidate> {
    if (lookup.by === 'name') return yield* store.byName(lookup.words)
    const one = { 'application-id': store.byUserId, mobile: store.byMobile, email: store.byEmail }[lookup.by](
      lookup.value,
    )
    if (one) yield one
  }

  /** A candidate within reach. One beyond it is not told from one who does not exist. */
  function within(actor: Helper, userId: string): Result<FoundCandidate> {
    const candidate = store.byUserId(userId.toUpperCase())
    return candidate && reaches(actor, candidate) ? ok(candidate) : refuse('unknown-candidate', 404)
  }

  return {
    /** Who fits what was typed, by name; `isMore`: there are others, who are not shown. */
    find(actor: Helper, typed: string): Result<{ found: Finding[]; isMore: boolean }> {
      const lookup = lookupOf(typed)
      if (!lookup) return refuse('help-desk-lookup')
      const now = clock.real()
      const { count, resetsAt } = limits.count(`help-desk:${actor.id}`, searchLimit.window, now)
      if (count > searchLimit.most) {
        const seconds = Math.ceil((resetsAt - now) / 1000)
        return refuse('too-often', 429, { retryAfter: seconds, params: { seconds, count: Math.ceil(seconds / 60) } })
      }
      const found: Finding[] = []
      let isMore = false
      for (const candidate of candidatesFor(lookup)) {
        if (!reaches(actor, candidate)) continue
        if (found.length === mostFound) {
          isMore = true
          break
        }
        const { userId, fullName, district, state, mobile, email } = candidate
        found.push({ userId, fullName, district, state, mobile: maskNumber(mobile), email: maskEmail(email) })
      }
      record(auditActor(actor), 'help-desk.searched', {}, { by: lookup.by, found: found.length })
      return ok({ found, isMore })
    },

    /** Opens a candidate to be looked at; what the page shows beside this, it may read by the id that it gets here. */
    open(actor: Helper, userId: string): Result<FoundCandidate> {
      const candidate = within(actor, userId)
      if (candidate.ok) record(auditActor(actor), 'help-desk.viewed', { candidateId: candidate.value.id })
      return candidate
    },

    /** The newest messages to a candidate whom `open` has opened. */
    deliveries: (candidateId: number): DeliveryLine[] => store.deliveries(candidateId, 40).map(masked),

    /** The request for this candidate that waits for its second person, or null. */
    openRequest: (candidateId: number): WaitingRequest | null => store.openMobileRequest(candidateId) ?? null,

    /** Requests within reach that wait for a second person, oldest first. */
    waiting: (actor: Helper): WaitingRequest[] =>
      store
        .openMobileRequests(200)
        .filter(({ candidateId, district }) => reaches(actor, { id: candidateId, district })),

    /** The first person has seen the documents; nothing changes before a second one releases it. */
    prepareMobile(
      actor: Helper,
      userId: string,
      { newMobile, seen, note }: Omit<LostMobile, 'intent'>,
    ): Result<number> {
      const result = db.transact((): Result<number> => {
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
          preparedBy: actor.id,
          preparedAt: clock.portal(),
        })
        deps.tellOfLostMobile(candidate.value)
        record(auditActor(actor), 'help-desk.mobile-prepared', { candidateId: id }, { request, seen })
        return ok(request)
      })
      deps.kickOutbox()
      return result
    },

    /** Another person releases the new number, or refuses it. */
    decideMobile(actor: Helper, userId: string, id: number, outcome: 'released' | 'refused'): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const candidate = within(actor, userId)
        if (!candidate.ok) return candidate
        const request = store.mobileRequest(id)
        if (!request || request.candidateId !== candidate.value.id) return refuse('unknown-request', 404)
        if (request.decidedAt !== null) return refuse('lost-mobile-decided', 409)
        if (outcome === 'released') {
          if (!isSecondPerson([request.preparedBy], actor)) return refuse('second-person', 403)
          const replaced = deps.replaceMobile(request.candidateId, request.newMobile)
          if (!replaced.ok) return replaced
        }
        store.decide(id, { decidedBy: actor.id, decidedAt: clock.portal(), outcome })
        const act = outcome === 'released' ? 'help-desk.mobile-released' : 'help-desk.mobile-refused'
        record(auditActor(actor), act, { candidateId: request.candidateId }, { request: id })
        return ok()
      })
      deps.kickOutbox()
      return result
    },
  }
}

export type HelpDesk = ReturnType<typeof createHelpDesk>
