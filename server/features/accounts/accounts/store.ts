import { and, desc, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import * as t from '#db/schema/accounts.ts'
import type { OtpPurpose } from '#server/domain/accounts/otp.ts'
import { unconfirmedKept } from '#server/domain/accounts/second-receiver.ts'
import { numberInSeries } from '#server/domain/application/application-id.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type KnownActor, knownActors } from './known-actors'

export type CandidateRow = typeof t.candidates.$inferSelect
export type ReceiverRow = typeof t.secondReceivers.$inferSelect
export type RegistrationRow = typeof t.registrations.$inferSelect
export type RecoveryRow = typeof t.recoveries.$inferSelect
export type SessionEnd = NonNullable<(typeof t.sessions.$inferSelect)['endReason']>

/** The candidate a cookie or a bearer speaks for, and their previous login. */
export type SessionActor = {
  sessionId: number
  candidateId: number
  csrf: string
  language: Language
  lastLoginAt: number | null
  lastLoginDevice: string | null
  isEmailVerified: 0 | 1
}

type LoginRow = Pick<typeof t.sessions.$inferSelect, 'id' | 'createdAt' | 'device' | 'endedAt'>

/** The contact details of a candidate; the last two are a pending change of mobile. */
type ContactRow = Pick<CandidateRow, 'mobile' | 'email' | 'emailVerifiedAt' | 'whatsappOptedInAt'> & {
  hasPassword: 0 | 1
  newMobile: string | null
  takesEffectAt: number | null
}

/** An OTP that was sent to a number, or made for nobody. */
type OtpSend = Pick<typeof t.otps.$inferSelect, 'purpose' | 'asker' | 'createdAt'> & { isDecoy: 0 | 1 }

export type AccountsStore = ReturnType<typeof accountsStore>

/**
 * The only writer of the account tables. Everything is synchronous and joins the caller's transaction.
 * Long: the statements and lists that its verbs read, each prepared once.
 */
export function accountsStore({ orm, sqlite, kept, remembered }: Database) {
  const actors = knownActors(kept)
  const actorColumns = `s.id AS sessionId, s.candidate_id AS candidateId, s.csrf, c.language, c.email_verified_at IS NOT NULL AS isEmailVerified,
    last.created_at AS lastLoginAt, last.device AS lastLoginDevice`
  const theirs = `JOIN candidates c ON c.id = s.candidate_id LEFT JOIN sessions last
    ON last.id = (SELECT max(id) FROM sessions WHERE candidate_id = s.candidate_id AND id < s.id)`
  const byCookie = sqlite.prepare<[string], KnownActor>(
    `SELECT ${actorColumns}, s.expires_at AS until FROM sessions s ${theirs}
     WHERE s.cookie_hash = ? AND s.ended_at IS NULL`,
  )
  const ownerOfCookie = sqlite
    .prepare<[string], number>('SELECT candidate_id FROM sessions WHERE cookie_hash = ?')
    .pluck()
  const byBearer = sqlite.prepare<[string], KnownActor>(
    `SELECT ${actorColumns}, min(a.expires_at, s.expires_at) AS until
     FROM access_tokens a JOIN sessions s ON s.id = a.session_id ${theirs}
     WHERE a.hash = ? AND s.ended_at IS NULL`,
  )
  const nextInSeries = sqlite.prepare<[string], { last: number }>(
    `INSERT INTO application_id_series (prefix, last) VALUES (?, 1)
     ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
  )
  const purges = {
    access: sqlite.prepare('DELETE FROM access_tokens WHERE expires_at < ?'),
    otps: sqlite.prepare('DELETE FROM otps WHERE created_at < ?'),
    registrations: sqlite.prepare('DELETE FROM registrations WHERE created_at < ?'),
    challenges: sqlite.prepare('DELETE FROM login_challenges WHERE created_at < ?'),
    recoveries: sqlite.prepare('DELETE FROM recoveries WHERE created_at < ?'),
    sso: sqlite.prepare('DELETE FROM sso_tokens WHERE expires_at < ?'),
    links: sqlite.prepare('DELETE FROM email_links WHERE created_at < ?'),
    receivers: sqlite.prepare('DELETE FROM second_receivers WHERE confirmed_at IS NULL AND asked_at < ?'),
  }
  const fromTheFuture = {
    sessions: sqlite.prepare<{ now: number; latest: number }>(
      `UPDATE sessions SET ended_at = @now, end_reason = 'clock' WHERE ended_at IS NULL AND (created_at > @latest OR id IN
         (SELECT session_id FROM refresh_tokens WHERE created_at > @latest OR used_at > @latest))`,
    ),
    rest: ['otps', 'recoveries', 'login_challenges', 'email_links'].map((table) =>
      sqlite.prepare<[number]>(`DELETE FROM ${table} WHERE created_at > ?`),
    ),
  }
  // The reads behind every page of a signed-in candidate, as bare statements: mapping a row costs more than reading it.
  // LIMIT is a literal, because a bound one makes SQLite plan the statement again each time.
  const sessionBefore = sqlite.prepare<[number, number], LoginRow>(
    `SELECT id, created_at AS createdAt, device, ended_at AS endedAt FROM sessions
     WHERE candidate_id = ? AND id < ? ORDER BY id DESC LIMIT 1`,
  )
  const receiverOf = sqlite.prepare<[number], ReceiverRow>(
    `SELECT id, candidate_id AS candidateId, full_name AS fullName, relation, mobile, email, asked_at AS askedAt,
       confirmed_at AS confirmedAt
     FROM second_receivers WHERE candidate_id = ?`,
  )
  const contact = sqlite.prepare<[number], ContactRow>(
    `SELECT c.mobile, c.email, c.email_verified_at AS emailVerifiedAt, c.whatsapp_opted_in_at AS whatsappOptedInAt,
       c.password_hash IS NOT NULL AS hasPassword, m.new_mobile AS newMobile, m.takes_effect_at AS takesEffectAt
     FROM candidates c LEFT JOIN mobile_changes m
       ON m.candidate_id = c.id AND m.done_at IS NULL AND m.stopped_at IS NULL
     WHERE c.id = ? ORDER BY m.id DESC LIMIT 1`,
  )
  const otpSends = sqlite.prepare<[string, number, number], OtpSend>(
    `SELECT purpose, asker, is_decoy AS isDecoy, created_at AS createdAt FROM otps
     WHERE mobile = ? AND created_at > ? AND created_at <= ?`,
  )
  const candidateBy = (column: 'id' | 'mobile' | 'email' | 'user_id' | 'sso_subject') =>
    sqlite.prepare<[number | string], CandidateRow>(
      `SELECT id, user_id AS userId, full_name AS fullName, email, email_verified_at AS emailVerifiedAt, mobile, state,
         district, password_hash AS passwordHash, sso_subject AS ssoSubject, language,
         whatsapp_opted_in_at AS whatsappOptedInAt, consented_at AS consentedAt, created_at AS createdAt
       FROM candidates WHERE ${column} = ?`,
    )
  const byId = candidateBy('id')
  const byMobile = candidateBy('mobile')
  const byEmail = candidateBy('email')
  const byUserId = candidateBy('user_id')
  const bySso = candidateBy('sso_subject')

  return {
    candidate: (id: number) => byId.get(id),
    contact: remembered((candidateId: number) => contact.get(candidateId)),
    candidateByMobile: (mobile: string) => byMobile.get(mobile),
    candidateByEmail: (email: string) => byEmail.get(email),
    candidateByUserId: (userId: string) => byUserId.get(userId),
    candidateBySso: (subject: string) => bySso.get(subject),
    /**
     * The id follows the series of Application IDs, which a restore moves on, so that no number is ever issued twice.
     */
    addCandidate: (row: Omit<typeof t.candidates.$inferInsert, 'id'>) =>
      orm
        .insert(t.candidates)
        .values({
          ...row,
          id: sql`max(${numberInSeries(row.userId)}, (SELECT coalesce(max(id), 0) + 1 FROM candidates))`,
        })
        .returning()
        .get(),
    updateCandidate(id: number, change: Partial<CandidateRow>): void {
      orm.update(t.candidates).set(change).where(eq(t.candidates.id, id)).run()
      actors.forgetCandidate(id)
    },
    /** The next number of a series of Application IDs. */
    nextInSeries: (prefix: string): number => nextInSeries.get(prefix)!.last,

    receiver: (id: number): ReceiverRow | undefined =>
      orm.select().from(t.secondReceivers).where(eq(t.secondReceivers.id, id)).get(),
    receiverOf: (candidateId: number): ReceiverRow | undefined => receiverOf.get(candidateId),
    addReceiver: (row: Omit<typeof t.secondReceivers.$inferInsert, 'id'>): ReceiverRow =>
      orm.insert(t.secondReceivers).values(row).returning().get(),
    confirmReceiver: (id: number, confirmedAt: number): void =>
      void orm.update(t.secondReceivers).set({ confirmedAt }).where(eq(t.secondReceivers.id, id)).run(),
    dropReceiver: (id: number): void => void orm.delete(t.secondReceivers).where(eq(t.secondReceivers.id, id)).run(),

    addRegistration: (row: RegistrationRow) => void orm.insert(t.registrations).values(row).run(),
    registration: (id: string) => orm.select().from(t.registrations).where(eq(t.registrations.id, id)).get(),
    updateRegistration: ({ id, ...row }: RegistrationRow) =>
      void orm.update(t.registrations).set(row).where(eq(t.registrations.id, id)).run(),
    finishRegistration: (id: string, candidateId: number) =>
      void orm.update(t.registrations).set({ candidateId }).where(eq(t.registrations.id, id)).run(),

    addOtp: (row: Omit<typeof t.otps.$inferInsert, 'id'>) =>
      orm.insert(t.otps).values(row).returning({ id: t.otps.id }).get().id,
    setOtpHash: (id: number, hash: string) => void orm.update(t.otps).set({ hash }).where(eq(t.otps.id, id)).run(),
    newestOtp: (subject: string, purpose: OtpPurpose) =>
      orm
        .select()
        .from(t.otps)
        .where(and(eq(t.otps.subject, subject), eq(t.otps.purpose, purpose)))
        .orderBy(desc(t.otps.id))
        .limit(1)
        .get(),
    /** The newest OTP that was sent to a number. */
    newestOtpTo: (mobile: string, purpose: OtpPurpose) =>
      orm
        .select()
        .from(t.otps)
        .where(and(eq(t.otps.mobile, mobile), eq(t.otps.purpose, purpose), eq(t.otps.isDecoy, false)))
        .orderBy(desc(t.otps.createdAt), desc(t.otps.id))
        .limit(1)
        .get(),
    /** The OTPs of a subject that were sent and whose time is not over, used ones left out. */
    openOtps: (subject: string, purpose: OtpPurpose, now: number) =>
      orm
        .select({ id: t.otps.id, hash: t.otps.hash })
        .from(t.otps)
        .where(
          and(
            eq(t.otps.subject, subject),
            eq(t.otps.purpose, purpose),
            eq(t.otps.isDecoy, false),
            isNull(t.otps.usedAt),
            gt(t.otps.expiresAt, now),
          ),
        )
        .all(),
    /** The same of a number, for any subject. */
    openOtpsTo: (mobile: string, purpose: OtpPurpose, now: number) =>
      orm
        .select({ id: t.otps.id, hash: t.otps.hash })
        .from(t.otps)
        .where(
          and(
            eq(t.otps.mobile, mobile),
            eq(t.otps.purpose, purpose),
            eq(t.otps.isDecoy, false),
            isNull(t.otps.usedAt),
            gt(t.otps.expiresAt, now),
          ),
        )
        .all(),
    /** The newest OTP for a change of mobile, for any number. */
    newestMobileProof: (candidateId: number) =>
      orm
        .select({ mobile: t.otps.mobile, createdAt: t.otps.createdAt, usedAt: t.otps.usedAt })
        .from(t.otps)
        .where(
          and(
            gt(t.otps.subject, `candidate:${candidateId}:`),
            lt(t.otps.subject, `candidate:${candidateId};`),
            eq(t.otps.purpose, 'change-mobile'),
          ),
        )
        .orderBy(desc(t.otps.id))
        .limit(1)
        .get(),
    countOtpAttempt: (id: number) =>
      void orm
        .update(t.otps)
        .set({ attempts: sql`${t.otps.attempts} + 1` })
        .where(eq(t.otps.id, id))
        .run(),
    spendOtp: (id: number, now: number) => void orm.update(t.otps).set({ usedAt: now }).where(eq(t.otps.id, id)).run(),
    /** Uses up every OTP that was sent to a number. */
    spendOtpsSentTo: (mobile: string, now: number) =>
      void orm
        .update(t.otps)
        .set({ usedAt: now })
        .where(and(eq(t.otps.mobile, mobile), isNull(t.otps.usedAt)))
        .run(),
    /** Counts OTPs up to `now`: one dated in the future by a wrong clock makes nobody wait. */
    otpSends: (mobile: string, since: number, now: number): OtpSend[] => otpSends.all(mobile, since, now),

    addRecovery: (row: typeof t.recoveries.$inferInsert) => void orm.insert(t.recoveries).values(row).run(),
    recovery: (id: string) => orm.select().from(t.recoveries).where(eq(t.recoveries.id, id)).get(),
    spendRecovery: (id: string, now: number) =>
      void orm.update(t.recoveries).set({ usedAt: now }).where(eq(t.recoveries.id, id)).run(),

    addChallenge: (row: typeof t.loginChallenges.$inferInsert) => void orm.insert(t.loginChallenges).values(row).run(),
    challenge: (hash: string) => orm.select().from(t.loginChallenges).where(eq(t.loginChallenges.hash, hash)).get(),
    dropChallenge: (hash: string) => void orm.delete(t.loginChallenges).where(eq(t.loginChallenges.hash, hash)).run(),
    dropChallengesOf: (candidateId: number) =>
      void orm.delete(t.loginChallenges).where(eq(t.loginChallenges.candidateId, candidateId)).run(),

    ownerOfCookie: (hash: string): number | null => ownerOfCookie.get(hash) ?? null,
    actorByCookie: (hash: string, now: number) => actors.get('cookie', hash, now, () => byCookie.get(hash)),
    actorByBearer: (hash: string, now: number) => actors.get('bearer', hash, now, () => byBearer.get(hash)),
    addSession: (row: Omit<typeof t.sessions.$inferInsert, 'id'>) =>
      orm.insert(t.sessions).values(row).returning({ id: t.sessions.id }).get().id,
    session: (id: number) => orm.select().from(t.sessions).where(eq(t.sessions.id, id)).get(),
    sessionBefore: (candidateId: number, id: number) => sessionBefore.get(candidateId, id),
    hasLoggedIn: (candidateId: number): boolean =>
      sessionBefore.get(candidateId, Number.MAX_SAFE_INTEGER) !== undefined,
    openSessions: (candidateId: number, now: number) =>
      orm
        .select()
        .from(t.sessions)
        .where(and(eq(t.sessions.candidateId, candidateId), isNull(t.sessions.endedAt), gt(t.sessions.expiresAt, now)))
        .orderBy(desc(t.sessions.id))
        .all(),
    endSession(id: number, now: number, reason: SessionEnd): void {
      orm
        .update(t.sessions)
        .set({ endedAt: now, endReason: reason })
        .where(and(eq(t.sessions.id, id), isNull(t.sessions.endedAt)))
        .run()
      actors.forgetSession(id)
    },
    /** Ends every session of every candidate, and the OTPs sent for logins. */
    endEverySession(now: number, reason: SessionEnd): void {
      orm.update(t.sessions).set({ endedAt: now, endReason: reason }).where(isNull(t.sessions.endedAt)).run()
      for (const table of [t.accessTokens, t.otps, t.recoveries, t.loginChallenges]) orm.delete(table).run()
    },
    endSessions(candidateId: number, now: number, reason: SessionEnd, except?: number): void {
      orm
        .update(t.sessions)
        .set({ endedAt: now, endReason: reason })
        .where(
          and(
            eq(t.sessions.candidateId, candidateId),
            isNull(t.sessions.endedAt),
            except === undefined ? undefined : ne(t.sessions.id, except),
          ),
        )
        .run()
      actors.forgetCandidate(candidateId)
    },

    addAccessToken: (row: typeof t.accessTokens.$inferInsert) => void orm.insert(t.accessTokens).values(row).run(),
    addRefreshToken: (row: typeof t.refreshTokens.$inferInsert) => void orm.insert(t.refreshTokens).values(row).run(),
    refreshToken: (hash: string) => orm.select().from(t.refreshTokens).where(eq(t.refreshTokens.hash, hash)).get(),
    /** Marks a refresh token as used, along with those given for the same lost answer. */
    spendRefreshToken: (hash: string, parentHash: string | null, now: number) =>
      void orm
        .update(t.refreshTokens)
        .set({ usedAt: now })
        .where(
          and(
            isNull(t.refreshTokens.usedAt),
            parentHash === null
              ? eq(t.refreshTokens.hash, hash)
              : or(eq(t.refreshTokens.hash, hash), eq(t.refreshTokens.parentHash, parentHash)),
          ),
        )
        .run(),

    addMobileChange: (row: Omit<typeof t.mobileChanges.$inferInsert, 'id'>) =>
      void orm.insert(t.mobileChanges).values(row).run(),
    mobileChangeByStop: (hash: string) =>
      orm.select().from(t.mobileChanges).where(eq(t.mobileChanges.stopHash, hash)).get(),
    pendingMobileChange: (candidateId: number) =>
      orm
        .select()
        .from(t.mobileChanges)
        .where(
          and(
            eq(t.mobileChanges.candidateId, candidateId),
            isNull(t.mobileChanges.doneAt),
            isNull(t.mobileChanges.stoppedAt),
          ),
        )
        .orderBy(desc(t.mobileChanges.id))
        .limit(1)
        .get(),
    dueMobileChanges: (now: number) =>
      orm
        .select()
        .from(t.mobileChanges)
        .where(
          and(
            lte(t.mobileChanges.takesEffectAt, now),
            isNull(t.mobileChanges.doneAt),
            isNull(t.mobileChanges.stoppedAt),
          ),
        )
        .all(),
    closeMobileChange: (id: number, change: { doneAt: number } | { stoppedAt: number }) =>
      void orm.update(t.mobileChanges).set(change).where(eq(t.mobileChanges.id, id)).run(),

    addEmailLink: (row: typeof t.emailLinks.$inferInsert) => void orm.insert(t.emailLinks).values(row).run(),
    emailLink: (hash: string) => orm.select().from(t.emailLinks).where(eq(t.emailLinks.hash, hash)).get(),
    spendEmailLink: (hash: string, now: number) =>
      void orm.update(t.emailLinks).set({ usedAt: now }).where(eq(t.emailLinks.hash, hash)).run(),

    /** False if this single sign-on token was used before. */
    spendSsoToken: (jti: string, expiresAt: number): boolean =>
      orm.insert(t.ssoTokens).values({ jti, expiresAt }).onConflictDoNothing().run().changes === 1,

    /**
     * Ends rows made while the clock ran ahead, before they could outlive their time: `now` is the right time, and
     * `latest` the latest moment at which any of our rows can have been made. Source: rules §12.5.
     */
    endFuture(now: number, latest: number): void {
      fromTheFuture.sessions.run({ now, latest })
      for (const statement of fromTheFuture.rest) statement.run(latest)
      actors.forgetAll()
    },

    /** Deletes expired rows: tokens and OTPs after an hour, registrations and recoveries after two days. */
    purge(now: number) {
      const hour = 3_600_000
      purges.access.run(now - hour)
      purges.otps.run(now - 2 * hour)
      purges.challenges.run(now - hour)
      purges.sso.run(now - hour)
      purges.registrations.run(now - 48 * hour)
      purges.recoveries.run(now - 48 * hour)
      purges.links.run(now - 7 * 24 * hour)
      purges.receivers.run(now - unconfirmedKept)
    },
  }
}
