import type { MovableClock } from '#server/adapters/clock.ts'
import { demoOutcomes } from '#server/adapters/payment-gateway/demo-gateway.ts'
import { deskOf } from '#server/domain/desk/desks.ts'
import type { LoginLink } from '#server/domain/site/menu.ts'
import type { StaffRole } from '#server/domain/terms/staff.ts'
import type { Origin } from '#server/features/accounts/accounts/deps.ts'
import type { SessionGrant } from '#server/features/accounts/accounts/sessions.ts'
import type { Services } from '#server/features/index.ts'
import { runDueJobs } from '#server/jobs.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { brokenBooks } from './books'
import { personaEmail, personaPassword, personas } from './personas'
import { beginningOf, type DemoPhase, demoPhases, isDemoPhase } from './phases'
import { playUntil } from './play'
import { staffPersonas } from './staff-personas'
import { demoStore } from './store'
import { nextOccasion, type StopName, stopNames } from './tour'

export type PersonaCard = {
  key: string
  course: string
  /** In full. */
  name: string
  userId: string
  password: string
  role: 'candidate' | StaffRole
  about: { en: string; mr: string }
  /** The only phase in which `about` is true; null if it is from the start. */
  shownIn: DemoPhase | null
}

/** A stop of the tour as it stands now. `at`: the time to which it moves the clock, epoch milliseconds; null: none. */
export type TourStop = { name: StopName; state: 'now' | 'later' | 'over'; at: number | null }

/** Where a stop leads, and the session for it; null for a visitor. */
type OpenedStop = { slug: string; to: string; session: PersonaSession | null }

/** The session for a persona's browser: a candidate's, or a desk's cookie and its login. */
export type PersonaSession = { slug: string } & ({ grant: SessionGrant } | { cookie: string; door: LoginLink })

/** Where to move the clock: to an instant, or to the beginning of a phase. */
type ClockTarget = { at?: string; phase?: string }

/** The demo: its people, its outbox, its clock. Exists in demo mode only. */
export function createDemo({ portals, clock }: { portals: readonly Services[]; clock: MovableClock }) {
  const cards: PersonaCard[] = personas.flatMap((persona) => {
    const portal = portals.find((candidate) => candidate.course.slug === persona.course)
    const userId = portal && demoStore(portal.db).userIdByEmail(personaEmail(persona))
    const { key, course, fullName: name, role, about, shownIn = null } = persona
    return userId ? [{ key, course, name, userId, password: personaPassword, role, about, shownIn }] : []
  })
  for (const { course, staff } of portals) {
    const accounts = staff.list().map(({ loginName }) => loginName)
    for (const { key, fullName: name, role, about } of staffPersonas.filter(({ key }) => accounts.includes(key))) {
      const account = { userId: key, password: personaPassword }
      cards.push({ key, course: course.slug, name, ...account, role, about, shownIn: null })
    }
  }

  const latestFirst = [...demoPhases].reverse()

  /** The latest phase that has begun. */
  function phase(): DemoPhase {
    const now = clock.portal()
    return latestFirst.find((name) => beginningOf(name) <= now) ?? 'registration'
  }

  const keepClock = () => {
    for (const portal of portals) demoStore(portal.db).keepClock(clock.portal())
  }

  /** Where the last move went: a second press of its button is no step back. */
  let reached: Instant | null = null

  async function moveTo(to: ClockTarget): Promise<Result<{ now: string; phase: DemoPhase }>> {
    const target = targetOf(to)
    if (!target.ok) return target
    if (target.value < clock.portal() && target.value !== reached) return refuse('demo-clock-back', 409)
    if (target.value > clock.portal()) {
      await playUntil(portals, clock, target.value)
      keepClock()
      reached = target.value
    }
    return ok({ now: new Date(clock.portal()).toISOString(), phase: phase() })
  }

  let lastMove: Promise<unknown> = Promise.resolve()

  return {
    personas: cards,
    /** The short title of each course, by its slug. */
    titles: new Map(portals.map(({ course }) => [course.slug, course.courseShortTitle])),
    phase,
    now: () => clock.portal(),
    keepClock,

    /** What does not hold of each course's seats and money, by course. */
    async brokenBooks(): Promise<Record<string, string[]>> {
      const found: Record<string, string[]> = {}
      for (const portal of portals) found[portal.course.slug] = await brokenBooks(portal)
      return found
    },

    outbox: (to?: string, limit = 100) =>
      portals
        .flatMap((portal) => portal.messages.outbox({ to, limit }))
        .sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id)
        .slice(0, limit),

    /**
     * Moves the clock, forward only: going back means seeding again. Runs everything that falls due on the way before
     * it answers. A second move waits for the first: two at once would skip what the first has not yet played. A second
     * press of the same button changes nothing.
     */
    moveClock(to: ClockTarget): ReturnType<typeof moveTo> {
      const move = lastMove.then(() => moveTo(to))
      lastMove = move.catch(() => undefined)
      return move
    },

    /** The stops of the guided tour, which takes place in the first portal. */
    stops: (): readonly TourStop[] =>
      stopNames.map((name) => {
        const now = clock.portal()
        const occasion = nextOccasion(portals[0]!, name, now)
        if (!occasion) return { name, state: 'over', at: null }
        return occasion.from > now ? { name, state: 'later', at: occasion.from } : { name, state: 'now', at: null }
      }),

    /** Goes to a stop: moves the clock to it if it is still to come, and prepares what there is to see. */
    async openStop(stop: unknown, origin: Origin): Promise<Result<OpenedStop>> {
      const name = stopNames.find((one) => one === stop)
      if (!name) return refuse('unknown-stop', 404)
      const portal = portals[0]!
      const occasion = nextOccasion(portal, name, clock.portal())
      if (!occasion) return refuse('demo-stop-over', 409)
      const { slug } = portal.course
      if (occasion.from > clock.portal()) {
        const moved = await this.moveClock({ at: new Date(occasion.from).toISOString() })
        if (!moved.ok) return moved
      }
      const to = await occasion.page(portal)
      if (occasion.person === null) return ok({ slug, to, session: null })
      const session = await this.login(slug, occasion.person, origin)
      return session.ok ? ok({ slug, to, session: session.value }) : session
    },

    runJobs: () => runDueJobs(portals),

    /** An order of the demo gateway, or null. */
    gatewayOrder: (course: string, orderId: string) =>
      portals.find((portal) => portal.course.slug === course)?.demoGateway?.order(orderId) ?? null,

    /**
     * Ends a payment as the player at the gateway chose, and tells the portal as a gateway would. Returns the address
     * to continue at.
     */
    decidePayment(course: string, orderId: string, outcome: unknown): Result<string> {
      const portal = portals.find((candidate) => candidate.course.slug === course)
      const chosen = demoOutcomes.find((name) => name === outcome)
      const decided = chosen && portal?.demoGateway?.decide(orderId, chosen)
      if (!portal || !decided) return refuse('malformed', 400)
      const { webhook, returnTo } = decided
      const told = portal.payments.onWebhook(webhook.raw, webhook.headers)
      if (!told.ok) return told
      // Back to the host they came from, whichever address the portal is configured with.
      const { pathname, search } = new URL(returnTo)
      return ok(pathname + search)
    },

    /** A session for a persona, without password or OTP: a candidate's, or the cookie of somebody's desk. */
    async login(course: unknown, key: unknown, origin: Origin): Promise<Result<PersonaSession>> {
      const card = cards.find((persona) => persona.course === course && persona.key === key)
      const portal = card && portals.find((candidate) => candidate.course.slug === card.course)
      if (!card || !portal) return refuse('unknown-persona', 404)
      const { slug } = portal.course
      if (card.role !== 'candidate') {
        const cookie = portal.staff.openFor(card.userId, { network: origin.ip, device: origin.deviceLabel })
        return cookie ? ok({ slug, cookie, door: deskOf(card.role) }) : refuse('unknown-persona', 404)
      }
      const grant = portal.accounts.openFor(card.userId, origin)
      return grant ? ok({ slug, grant }) : refuse('unknown-persona', 404)
    },
  }
}

export type Demo = ReturnType<typeof createDemo>

function targetOf({ at, phase }: { at?: string; phase?: string }): Result<Instant> {
  if (phase !== undefined) {
    return isDemoPhase(phase) ? ok(beginningOf(phase)) : refuse('unknown-phase', 422)
  }
  // A time without a zone is India's, wherever the server runs.
  const zoned = at && /(Z|[+-]\d\d:\d\d)$/.test(at) ? at : `${at}+05:30`
  const instant = Date.parse(zoned)
  return Number.isNaN(instant) ? refuse('unknown-instant', 422) : ok(instant as Instant)
}
