import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A person with a proved mobile number and an Application ID. Written by `accounts`. */
export const candidates = sqliteTable(
  'candidates',
  {
    id: integer().primaryKey(),
    userId: text().notNull().unique(),
    fullName: text().notNull(),
    email: text().notNull().unique(),
    emailVerifiedAt: integer(),
    mobile: text().notNull().unique(),
    state: text().notNull(),
    district: text().notNull(),
    /** argon2id; null for an account created by single sign-on. */
    passwordHash: text(),
    ssoSubject: text().unique(),
    language: text({ enum: ['en', 'mr'] }).notNull(),
    whatsappOptedInAt: integer(),
    consentedAt: integer().notNull(),
    createdAt: integer().notNull(),
  },
  (t) => [index('candidates_name').on(t.fullName), index('candidates_created').on(t.createdAt, t.district)],
)

/** A registration that awaits its OTP. One for an existing account looks the same but can never be verified. */
export const registrations = sqliteTable(
  'registrations',
  {
    id: text().primaryKey(),
    fullName: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    state: text().notNull(),
    district: text().notNull(),
    passwordHash: text().notNull(),
    language: text({ enum: ['en', 'mr'] }).notNull(),
    collides: integer({ mode: 'boolean' }).notNull(),
    candidateId: integer().references(() => candidates.id),
    createdAt: integer().notNull(),
  },
  (t) => [index('registrations_created').on(t.createdAt)],
)

/** One-time passwords: hashed, bound to a purpose and a subject; only the newest of a subject is valid. */
export const otps = sqliteTable(
  'otps',
  {
    id: integer().primaryKey(),
    purpose: text().notNull(),
    /** The subject that the OTP proves: `registration:<id>`, `candidate:<id>`, `recovery:<id>`. */
    subject: text().notNull(),
    /** The number by which limits count. */
    mobile: text().notNull(),
    hash: text().notNull(),
    /** Who had it sent, where strangers may: the network, or the candidate. Each has a share of a number's OTPs. */
    asker: text(),
    /** Nothing was sent: the number is somebody else's already. */
    isDecoy: integer({ mode: 'boolean' }).notNull().default(false),
    attempts: integer().notNull().default(0),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [
    index('otps_subject').on(t.subject, t.purpose, t.createdAt),
    index('otps_mobile').on(t.mobile, t.createdAt),
    index('otps_purpose').on(t.purpose, t.createdAt),
  ],
)

/** A request to recover a forgotten password; also created for unknown accounts, so that both look alike. */
export const recoveries = sqliteTable('recoveries', {
  /** The hash of the reference, which only the requesting browser has. Its OTPs are bound to it. */
  id: text().primaryKey(),
  /** The key that counts OTPs which are never sent: the account, or an unknown name. */
  subject: text().notNull(),
  candidateId: integer().references(() => candidates.id),
  /** The hash of what was typed to name the account: the same again in the same browser is the same recovery. */
  name: text().notNull(),
  createdAt: integer().notNull(),
  usedAt: integer(),
})

/** A login without script that awaits its OTP, so that the password is not asked for twice. */
export const loginChallenges = sqliteTable('login_challenges', {
  hash: text().primaryKey(),
  candidateId: integer().references(() => candidates.id),
  createdAt: integer().notNull(),
})

/** A login, the parent of the page cookie, the bearer token and the refresh cookie. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: integer().primaryKey(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    cookieHash: text().notNull().unique(),
    csrf: text().notNull(),
    device: text().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    endedAt: integer(),
    endReason: text({ enum: ['logout', 'everywhere', 'password', 'reuse', 'mobile', 'replaced', 'clock', 'restore'] }),
  },
  (t) => [index('sessions_candidate').on(t.candidateId, t.createdAt)],
)

export const accessTokens = sqliteTable(
  'access_tokens',
  {
    hash: text().primaryKey(),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: integer().notNull(),
  },
  (t) => [index('access_tokens_session').on(t.sessionId), index('access_tokens_expires').on(t.expiresAt)],
)

/** Refresh tokens: single use; children of one parent are siblings, and the use of one uses up all. */
export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: integer()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    parentHash: text(),
    createdAt: integer().notNull(),
    usedAt: integer(),
  },
  (t) => [index('refresh_tokens_session').on(t.sessionId), index('refresh_tokens_parent').on(t.parentHash)],
)

/** A mobile number that will replace the old one unless the owner of the old one stops it. */
export const mobileChanges = sqliteTable(
  'mobile_changes',
  {
    id: integer().primaryKey(),
    candidateId: integer()
      .notNull()
      .references(() => candidates.id),
    oldMobile: text().notNull(),
    newMobile: text().notNull(),
    stopHash: text().notNull().unique(),
    requestedAt: integer().notNull(),
    takesEffectAt: integer().notNull(),
    doneAt: integer(),
    stoppedAt: integer(),
  },
  (t) => [index('mobile_changes_due').on(t.takesEffectAt), index('mobile_changes_candidate').on(t.candidateId)],
)

/**
 * The one person beside a candidate who gets messages too, such as a parent. It begins with the OTP that proves the number, and
 * ends by deleting the row. Written by `accounts`.
 */
export const secondReceivers = sqliteTable('second_receivers', {
  /** Never given twice: links and waiting messages name it. */
  id: integer().primaryKey({ autoIncrement: true }),
  candidateId: integer()
    .notNull()
    .unique()
    .references(() => candidates.id),
  fullName: text().notNull(),
  /** Who they are to the candidate: `receiverRelations`. */
  relation: text().notNull(),
  mobile: text().notNull(),
  email: text(),
  askedAt: integer().notNull(),
  /** When the OTP of their own was given; null while nothing goes to them. */
  confirmedAt: integer(),
})

/** Links sent by e-mail to prove the address. */
export const emailLinks = sqliteTable('email_links', {
  hash: text().primaryKey(),
  candidateId: integer()
    .notNull()
    .references(() => candidates.id),
  email: text().notNull(),
  createdAt: integer().notNull(),
  usedAt: integer(),
})

/** Used single sign-on tokens, kept until they expire. */
export const ssoTokens = sqliteTable('sso_tokens', { jti: text().primaryKey(), expiresAt: integer().notNull() })

/** The series of Application IDs. */
export const applicationIdSeries = sqliteTable('application_id_series', {
  prefix: text().primaryKey(),
  last: integer().notNull(),
})
