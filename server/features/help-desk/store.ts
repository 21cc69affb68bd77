import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { candidates, mobileRequests, outbox, staff } from '../../../db/schema'
import type { IdentityDocument } from '../../domain/help-desk'
import type { MessageChannel } from '../../domain/message-templates'
import type { Language } from '../../kernel/languages'

/** A candidate as the help desk finds one. */
export type FoundCandidate = {
  id: number
  userId: string
  fullName: string
  state: string
  district: string
  mobile: string
  email: string
  language: Language
  createdAt: number
}

export type MobileRequest = typeof mobileRequests.$inferSelect & { seen: IdentityDocument }
/** With the names of those who had a hand in it, and whose number it is. */
export type WaitingRequest = MobileRequest & {
  userId: string
  fullName: string
  district: string
  preparedByName: string
}

/** What became of a message; its words and secrets are not here. */
export type Delivery = {
  id: number
  channel: MessageChannel
  recipient: string
  template: string
  state: 'waiting' | 'sent' | 'refused' | 'expired' | 'failed'
  attempts: number
  createdAt: number
  finishedAt: number | null
  lastError: string | null
}

export type HelpDeskStore = ReturnType<typeof helpDeskStore>

/** The only writer of `mobile_requests`. */
export function helpDeskStore({ orm, sqlite }: Database) {
  const found = {
    id: candidates.id,
    userId: candidates.userId,
    fullName: candidates.fullName,
    state: candidates.state,
    district: candidates.district,
    mobile: candidates.mobile,
    email: candidates.email,
    language: candidates.language,
    createdAt: candidates.createdAt,
  }
  const one = (where: ReturnType<typeof eq>): FoundCandidate | undefined =>
    orm.select(found).from(candidates).where(where).get()
  /** What `LIKE` would take for a joker stands for itself. */
  const within = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`
  const waiting = () =>
    orm
      .select()
      .from(mobileRequests)
      .innerJoin(candidates, eq(candidates.id, mobileRequests.candidateId))
      .innerJoin(staff, eq(staff.id, mobileRequests.preparedBy))
  type Joined = ReturnType<ReturnType<typeof waiting>['all']>[number]
  const waitingOf = ({ mobile_requests: request, candidates: candidate, staff: by }: Joined): WaitingRequest => ({
    ...(request as MobileRequest),
    userId: candidate.userId,
    fullName: candidate.fullName,
    district: candidate.district,
    preparedByName: by.fullName,
  })

  return {
    byUserId: (userId: string) => one(eq(candidates.userId, userId)),
    byMobile: (mobile: string) => one(eq(candidates.mobile, mobile)),
    byEmail: (email: string) => one(eq(candidates.email, email)),
    /**
     * Everybody in whose name all the words stand, by name; read one by one, so that whoever has enough stops. The names
     * alone are walked, in their index.
     */
    *byName(words: readonly string[]): Generator<FoundCandidate> {
      const all = words.map(() => "full_name LIKE ? ESCAPE '\\'").join(' AND ')
      yield* sqlite
        .prepare<string[], FoundCandidate>(
          `SELECT id, user_id AS userId, full_name AS fullName, state, district, mobile, email, language,
             created_at AS createdAt
           FROM candidates INDEXED BY candidates_name WHERE ${all} ORDER BY full_name, id`,
        )
        .iterate(...words.map(within))
    },

    /** The newest messages to a candidate, newest first. */
    deliveries: (candidateId: number, limit: number): Delivery[] =>
      orm
        .select({
          id: outbox.id,
          channel: outbox.channel,
          recipient: outbox.recipient,
          template: outbox.template,
          state: outbox.state,
          attempts: outbox.attempts,
          createdAt: outbox.createdAt,
          finishedAt: outbox.finishedAt,
          lastError: outbox.lastError,
        })
        .from(outbox)
        .where(eq(outbox.candidateId, candidateId))
        .orderBy(desc(outbox.createdAt), desc(outbox.id))
        .limit(limit)
        .all(),

    addMobileRequest: (row: Omit<typeof mobileRequests.$inferInsert, 'id'>): number =>
      orm.insert(mobileRequests).values(row).returning({ id: mobileRequests.id }).get().id,
    mobileRequest: (id: number): WaitingRequest | undefined => {
      const row = waiting().where(eq(mobileRequests.id, id)).get()
      return row && waitingOf(row)
    },
    openMobileRequest: (candidateId: number): WaitingRequest | undefined => {
      const row = waiting()
        .where(and(eq(mobileRequests.candidateId, candidateId), isNull(mobileRequests.decidedAt)))
        .get()
      return row && waitingOf(row)
    },
    /** Oldest first. */
    openMobileRequests: (limit: number): WaitingRequest[] =>
      waiting()
        .where(isNull(mobileRequests.decidedAt))
        .orderBy(asc(mobileRequests.preparedAt))
        .limit(limit)
        .all()
        .map(waitingOf),
    decide: (id: number, change: { decidedBy: number; decidedAt: number; outcome: 'released' | 'refused' }) =>
      void orm.update(mobileRequests).set(change).where(eq(mobileRequests.id, id)).run(),
  }
}
