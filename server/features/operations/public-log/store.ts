import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { publicLogCosignatures, publicLogs } from '#db/schema/public-log.ts'

export type PublicLog = typeof publicLogs.$inferSelect
/** What a witness has signed last. */
export type Cosignature = typeof publicLogCosignatures.$inferSelect
/** An entry as it is kept. `state`: what tells that its subject has changed since. */
export type KeptLeaf = { number: number; subject: string; state: string; leaf: Buffer }

type RuleRow = { id: number; key: string; value: string; effectiveAt: number; orderNumber: string | null }
type ActivityRow = {
  key: string
  titleEn: string
  titleMr: string
  opensAt: number | null
  closesAt: number | null
  leftOutAt: number | null
  changes: number
  changedAt: number | null
  reasonEn: string | null
  reasonMr: string | null
}
type NoticeRow = {
  id: number
  kind: string
  titleEn: string
  titleMr: string
  bodyEn: string
  bodyMr: string
  publishedAt: number
  withdrawnAt: number | null
}
type FileRow = {
  id: number
  titleEn: string
  titleMr: string
  hash: string
  publishedAt: number
  withdrawnAt: number | null
}
type MeritRow = { id: number; stage: string; number: number; publishedAt: number; files: string }
type MatrixRow = { id: number; number: number; hash: string; decidedAt: number | null }
type RunRow = { id: number; round: number; publishedAt: number; inputHash: string | null; resultHash: string | null }
/** `seats`: merit number and choice code of each seat, a line each, by merit; empty without seats. */
type JkRow = { id: number; decidedAt: number; seats: string }
type OrderRow = { id: number; kind: string; orderNumber: string; decidedAt: number | null }

export type PublicLogStore = ReturnType<typeof publicLogStore>

/** The only writer of the tables of the public log. It reads what other features have published. */
export function publicLogStore({ orm, sqlite }: Pick<Database, 'orm' | 'sqlite'>) {
  const leavesFrom = sqlite.prepare<[number, number], KeptLeaf>(
    'SELECT number, subject, state, leaf FROM public_log_leaves WHERE log_id = ? AND number >= ? ORDER BY number',
  )
  const size = sqlite
    .prepare<[number], number>('SELECT coalesce(max(number) + 1, 0) FROM public_log_leaves WHERE log_id = ?')
    .pluck()
  const one = sqlite.prepare<[number, number], KeptLeaf>(
    'SELECT number, subject, state, leaf FROM public_log_leaves WHERE log_id = ? AND number = ?',
  )
  const ofSubject = sqlite.prepare<[number, string], KeptLeaf>(
    'SELECT number, subject, state, leaf FROM public_log_leaves WHERE log_id = ? AND subject = ? ORDER BY number',
  )
  const keyLeaves = sqlite.prepare<[], KeptLeaf>(
    `SELECT number, subject, state, leaf FROM public_log_leaves WHERE subject IN ('log', 'key', 'clock') ORDER BY log_id, number`,
  )
  const newest = sqlite.prepare<[number, number], KeptLeaf>(
    'SELECT number, subject, state, leaf FROM public_log_leaves WHERE log_id = ? ORDER BY number DESC LIMIT ?',
  )
  const newestOf = sqlite.prepare<[number, string], { number: number; subject: string }>(
    `SELECT number, subject FROM public_log_leaves WHERE log_id = ? AND subject LIKE ? || '%'
     ORDER BY number DESC LIMIT 1`,
  )
  const current = sqlite.prepare<[], PublicLog>(
    `SELECT id, origin, verifier_key AS verifierKey, epoch_tag AS epochTag, checkpoint
     FROM public_logs ORDER BY id DESC LIMIT 1`,
  )
  const insertLeaf = sqlite.prepare<KeptLeaf & { log: number }>(
    `INSERT INTO public_log_leaves (log_id, number, subject, state, leaf) VALUES (@log, @number, @subject, @state, @leaf)`,
  )
  const cosignatures = sqlite.prepare<[number], Cosignature>(
    `SELECT log_id AS logId, verifier_key AS verifierKey, size, at, note FROM public_log_cosignatures
     WHERE log_id = ? ORDER BY at DESC`,
  )
  const runOf = sqlite
    .prepare<[number], number>(
      `SELECT id FROM allotment_runs WHERE round = ? AND published_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
    )
    .pluck()
  return {
    current: (): PublicLog | null => current.get() ?? null,
    size: (log: number): number => size.get(log)!,
    leavesFrom: (log: number, from: number): KeptLeaf[] => leavesFrom.all(log, from),
    leaf: (log: number, number: number): KeptLeaf | undefined => one.get(log, number),
    newest: (log: number, count: number): KeptLeaf[] => newest.all(log, count),
    /** The entries that name a key or set the clock back, of all logs in their order. */
    keyLeaves: (): KeptLeaf[] => keyLeaves.all(),
    newestOf: (log: number, prefix: string) => newestOf.get(log, prefix),
    ofSubject: (log: number, subject: string): KeptLeaf[] => ofSubject.all(log, subject),
    begin: (log: Omit<PublicLog, 'id'>): PublicLog => orm.insert(publicLogs).values(log).returning().get(),
    change: (id: number, to: Partial<Omit<PublicLog, 'id'>>): void =>
      void orm.update(publicLogs).set(to).where(eq(publicLogs.id, id)).run(),
    add: (log: number, leaf: KeptLeaf): void => void insertLeaf.run({ log, ...leaf }),
    /** What the witnesses of a log have signed, the newest first. */
    cosignatures: (log: number): Cosignature[] => cosignatures.all(log),
    keepCosignature: (of: Cosignature): void =>
      void orm
        .insert(publicLogCosignatures)
        .values(of)
        .onConflictDoUpdate({ target: [publicLogCosignatures.logId, publicLogCosignatures.verifierKey], set: of })
        .run(),
    /** The run that allotted a published round. */
    runOf: (round: number): number | null => runOf.get(round) ?? null,
    ...publishedReaders(sqlite),
  }
}

/** What is public, as far as the log names it; in the order in which it is logged. */
function publishedReaders(sqlite: Database['sqlite']) {
  const rules = sqlite.prepare<[], RuleRow>(
    `SELECT s.id, s.key, s.value, s.effective_at AS effectiveAt, p.order_number AS orderNumber
     FROM settings s LEFT JOIN setting_proposals p ON p.version = s.id ORDER BY s.id`,
  )
  const activities = sqlite.prepare<[], ActivityRow>(
    `SELECT a.key, a.title_en AS titleEn, a.title_mr AS titleMr, a.opens_at AS opensAt, a.closes_at AS closesAt,
       a.left_out_at AS leftOutAt, (SELECT count(*) FROM activity_changes WHERE activity = a.key) AS changes,
       c.at AS changedAt, c.reason_en AS reasonEn, c.reason_mr AS reasonMr
     FROM activities a LEFT JOIN activity_changes c ON c.id = (SELECT max(id) FROM activity_changes WHERE activity = a.key)
     ORDER BY a.key`,
  )
  const notices = sqlite.prepare<[], NoticeRow>(
    `SELECT id, kind, title_en AS titleEn, title_mr AS titleMr, body_en AS bodyEn, body_mr AS bodyMr,
       published_at AS publishedAt, withdrawn_at AS withdrawnAt FROM notices ORDER BY id`,
  )
  const files = sqlite.prepare<[], FileRow>(
    `SELECT id, title_en AS titleEn, title_mr AS titleMr, hash, published_at AS publishedAt, withdrawn_at AS withdrawnAt
     FROM public_files ORDER BY id`,
  )
  const meritLists = sqlite.prepare<[], MeritRow>(
    `SELECT id, stage, number, published_at AS publishedAt, files FROM merit_editions
     WHERE published_at IS NOT NULL AND state IN ('published', 'superseded') ORDER BY id`,
  )
  const matrices = sqlite.prepare<[], MatrixRow>(
    `SELECT id, number, hash, decided_at AS decidedAt FROM seat_matrix_editions
     WHERE state IN ('published', 'superseded') ORDER BY id`,
  )
  const runs = sqlite.prepare<[], RunRow>(
    `SELECT id, round, published_at AS publishedAt, input_hash AS inputHash, result_hash AS resultHash
     FROM allotment_runs WHERE published_at IS NOT NULL AND state IN ('published', 'superseded') ORDER BY id`,
  )
  const jkSeatings = sqlite.prepare<[], JkRow>(
    `SELECT id, decided_at AS decidedAt, coalesce((SELECT group_concat(merit_number || ',' || choice_code || char(10), ''
         ORDER BY merit_number) FROM jk_allotments WHERE seating_id = s.id), '') AS seats
     FROM jk_seatings s WHERE state IN ('published', 'superseded') AND decided_at IS NOT NULL ORDER BY id`,
  )
  const orders = sqlite.prepare<[], OrderRow>(
    `SELECT id, kind, order_number AS orderNumber, decided_at AS decidedAt FROM special_orders
     WHERE state IN ('published', 'superseded') ORDER BY id`,
  )
  return {
    published: () => ({
      rules: rules.all(),
      activities: activities.all(),
      notices: notices.all(),
      files: files.all(),
      meritLists: meritLists.all(),
      matrices: matrices.all(),
      runs: runs.all(),
      jkSeatings: jkSeatings.all(),
      orders: orders.all(),
    }),
  }
}

export type PublishedRows = ReturnType<PublicLogStore['published']>
