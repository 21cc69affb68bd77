import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { applicationIdSeries, candidates } from '../../db/schema/accounts'
import { applications } from '../../db/schema/application'
import { portalFacts } from '../../db/schema/portal'
import type { DemoOrder, DemoOrders } from '../adapters/payment-gateway/demo-gateway'

export type SeedCandidate = Pick<
  typeof candidates.$inferInsert,
  'userId' | 'fullName' | 'email' | 'mobile' | 'state' | 'district' | 'passwordHash' | 'createdAt' | 'language'
>
export type SeedApplication = {
  mode: number
  /** Steps 0 to completedSteps − 1 are complete. */
  completedSteps: number
  submittedAt: number | null
  revertedAt: number | null
  confirmedAt: number | null
  at: number
}

/** What only a demo may write: people who never registered, and where the demo's clock stands. */
export function demoStore({ orm, sqlite }: Database) {
  const nextInSeries = sqlite.prepare<[string], { last: number }>(
    `INSERT INTO application_id_series (prefix, last) VALUES (?, 1)
     ON CONFLICT (prefix) DO UPDATE SET last = last + 1 RETURNING last`,
  )
  const insertCandidate = sqlite.prepare<SeedCandidate>(`
    INSERT INTO candidates (user_id, full_name, email, mobile, state, district, password_hash, language, consented_at, created_at)
    VALUES (@userId, @fullName, @email, @mobile, @state, @district, @passwordHash, @language, @createdAt, @createdAt)`)
  const insertStep = sqlite.prepare<[number, number, number]>(
    'INSERT INTO application_steps (candidate_id, step, version, completed_at) VALUES (?, ?, 1, ?)',
  )
  const setFact = (key: string, value: string) =>
    void orm
      .insert(portalFacts)
      .values({ key, value })
      .onConflictDoUpdate({ target: portalFacts.key, set: { value } })
      .run()
  const fact = (key: string) => orm.select().from(portalFacts).where(eq(portalFacts.key, key)).get()?.value

  return {
    /** The next number of a series of Application IDs. */
    nextInSeries: (prefix: string): number => nextInSeries.get(prefix)!.last,
    addCandidate: (row: SeedCandidate): number => Number(insertCandidate.run(row).lastInsertRowid),
    addApplication(candidateId: number, { completedSteps, at, ...facts }: SeedApplication): void {
      orm
        .insert(applications)
        .values({ candidateId, ...facts })
        .run()
      for (let step = 0; step < completedSteps; step++) insertStep.run(candidateId, step, at)
    },
    /** Says for good that this database holds a demo; live mode refuses it. */
    mark(now: number): void {
      setFact('demo', 'yes')
      setFact('demo-clock', String(now))
    },
    isDemo: (): boolean => fact('demo') === 'yes',
    isEmpty: (): boolean => orm.select().from(applicationIdSeries).limit(1).get() === undefined,
    clock: (): number | null => (fact('demo-clock') ? Number(fact('demo-clock')) : null),
    keepClock: (now: number) => setFact('demo-clock', String(now)),
    /** Orders of the gateway without money; they outlive a restart. */
    gatewayOrders: {
      read(orderId) {
        const order = fact(`demo-order:${orderId}`)
        return order === undefined ? null : (JSON.parse(order) as DemoOrder)
      },
      write: (orderId, order) => setFact(`demo-order:${orderId}`, JSON.stringify(order)),
    } satisfies DemoOrders,
    userIdByEmail: (email: string): string | undefined =>
      orm.select({ userId: candidates.userId }).from(candidates).where(eq(candidates.email, email)).get()?.userId,
  }
}

export type DemoStore = ReturnType<typeof demoStore>
