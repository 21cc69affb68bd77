import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { lookupOf, mostFound, searchLimit } from '#server/domain/desk/help-desk.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import { maskEmail, maskNumber } from '#server/domain/site/contact.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import { districtsWithin, mayTouch, type Officer, type Place } from '#server/domain/terms/staff.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { createCasework } from './casework'
import { createLostMobile } from './lost-mobile'
import type { Delivery, FoundCandidate, HelpDeskStore } from './store'

/** A member of staff with their place of work. */
export type HelpDeskDeps = {
  db: Database
  store: HelpDeskStore
  clock: Clock
  limits: Pick<Limits, 'count'>
  releases: Releases
  record: RecordAct
  /** The place a candidate belongs to. */
  place(candidate: { id: number; district: string }): Place
  /** May nobody at the desk open this candidate's record any more? */
  isRestricted(candidateId: number): boolean
  /**
   * Gives an account its new number at once, ends its sessions and tells both numbers; joins the caller's transaction.
   */
  replaceMobile(candidateId: number, mobile: string): Result<undefined>
  isMobileTaken(mobile: string): boolean
  /** Sends a message of the outbox again; joins the caller's transaction. */
  resend(candidateId: number, messageId: number): Result<undefined>
  /** Must the next login also prove the mobile, because of wrong passwords? */
  isLoginSlowed(candidateId: number): boolean
  unlockLogin(candidateId: number): void
  tell: Tell
}

/** A candidate in a search result, with number and address masked. */
type Finding = Pick<FoundCandidate, 'userId' | 'fullName' | 'district' | 'state'> & {
  mobile: string
  email: string
}

/** A message to the candidate as the help desk sees it: its delivery, but not its text. */
type DeliveryLine = Omit<Delivery, 'recipient'> & { to: string }

const masked = ({ channel, recipient, ...line }: Delivery): DeliveryLine => ({
  ...line,
  channel,
  to: channel === 'email' ? maskEmail(recipient) : channel === 'push' ? '' : maskNumber(recipient),
})

/**
 * The tools of a help-desk officer: find, view and help candidates within their reach. Every look is logged. Source:
 * rules §2.10.
 */
export function createHelpDesk(deps: HelpDeskDeps) {
  const { store, clock, limits, record, place } = deps
  const reaches = (actor: Officer, candidate: { id: number; district: string }) =>
    mayTouch(actor, place(candidate)) && !deps.isRestricted(candidate.id)

  /** Narrows a search by name to where the officer works; `reaches` decides. */
  const areaOf = (actor: Officer) =>
    actor.role === 'fc' || actor.role === 'sub-fc'
      ? { districts: null, centre: actor.centre ?? '' }
      : { districts: districtsWithin(actor), centre: null }

  function* candidatesFor(actor: Officer, lookup: NonNullable<ReturnType<typeof lookupOf>>): Generator<FoundCandidate> {
    if (lookup.by === 'name') return yield* store.byName(lookup.words, areaOf(actor))
    const one = { 'application-id': store.byUserId, mobile: store.byMobile, email: store.byEmail }[lookup.by](
      lookup.value,
    )
    if (one) yield one
  }

  /** A candidate within reach. One out of reach looks like an unknown one. */
  function within(actor: Officer, userId: string): Result<FoundCandidate> {
    const candidate = store.byUserId(userId.toUpperCase())
    return candidate && reaches(actor, candidate) ? ok(candidate) : refuse('unknown-candidate', 404)
  }

  return {
    /** The candidates who match the typed text; `isMore`: there are others, not shown. */
    find(actor: Officer, typed: string): Result<{ found: Finding[]; isMore: boolean }> {
      const lookup = lookupOf(typed)
      if (!lookup) return refuse('help-desk-lookup')
      const now = clock.real()
      const { count, resetsAt } = limits.count(`help-desk:${actor.id}`, searchLimit.window, now)
      if (count > searchLimit.most) return tooOften(Math.ceil((resetsAt - now) / 1000))
      const found: Finding[] = []
      let isMore = false
      for (const candidate of candidatesFor(actor, lookup)) {
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

    /** May this officer open the candidate's record? */
    mayOpen: (actor: Officer, userId: string): boolean => within(actor, userId).ok,

    /** Opens a candidate's record. The id it returns lets the page read the rest. */
    open(actor: Officer, userId: string): Result<FoundCandidate> {
      const candidate = within(actor, userId)
      if (candidate.ok) record(auditActor(actor), 'help-desk.viewed', { candidateId: candidate.value.id })
      return candidate
    },

    /** The newest messages to a candidate whom `open` has returned. */
    deliveries: (candidateId: number): DeliveryLine[] => store.deliveries(candidateId, 40).map(masked),

    ...createLostMobile(deps, within),
    ...createCasework(deps, within),
  }
}
