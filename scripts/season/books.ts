import type Database from 'better-sqlite3'
import { command, reading } from '#scripts/drills/portal.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { GatewayPayment, MadeRefund, Order } from '#tests/support/razorpay-server.ts'
import type { World } from './world'

/** What those around the portal have seen: the texts to each number, mails, and all that the gateway did. */
export type OutsideBooks = {
  texts: [number: string, texts: number][]
  mails: number
  orders: Order[]
  payments: GatewayPayment[]
  refunds: MadeRefund[]
}

/** The books at the end of a season: what does not hold, and what they say. */
export async function closeBooks(world: World): Promise<{ broken: string[]; says: string[] }> {
  const outside = await world.books()
  const own = (await (await fetch(`${world.server.url}/demo/books.json`)).json()) as Record<string, string[]>
  const money = reading(world.folder, (sqlite) => moneyBooks(sqlite, outside))
  const told = reading(world.folder, (sqlite) => messageBooks(sqlite, outside))
  const audit = auditOf(world.folder)
  const seats = reading(world.folder, seatBooks)
  return {
    broken: [...Object.values(own).flat(), ...money.broken, ...told.broken, ...audit],
    says: [...money.says, ...told.says, ...seats],
  }
}

const inPaise = (amount: number) => `${formatCount(amount)} paise`
const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)

type Row = { orderId: string; amount: number; status: string; refunded: number | null }

/** Every rupee that the gateway took is in the ledger, with what became of it; and the ledger has no other. */
function moneyBooks(sqlite: Database.Database, { payments, refunds, orders }: OutsideBooks) {
  const rows = sqlite
    .prepare<[], Row>(
      `SELECT order_id AS orderId, amount, status,
         (SELECT sum(r.amount) FROM refunds r WHERE r.payment_id = p.id AND r.status = 'done') AS refunded
       FROM payments p WHERE gateway = 'razorpay' AND order_id IS NOT NULL`,
    )
    .all()
  const byOrder = new Map(rows.map((row) => [row.orderId, row]))
  const broken: string[] = []
  const taken = payments.filter(({ status }) => status === 'captured' || status === 'refunded')
  for (const { id } of orders) if (!byOrder.has(id)) broken.push(`order ${id} of the gateway is in no ledger`)
  for (const { id, order_id, amount, status } of taken) {
    const row = byOrder.get(order_id)
    if (!row) continue
    const isKept = ['captured', 'refunded'].includes(row.status) || row.refunded !== null
    if (!isKept) broken.push(`payment ${id}: ${inPaise(amount)} came, and the ledger says ${row.status}`)
    if (row.amount !== amount) broken.push(`payment ${id}: ${inPaise(amount)} came for ${inPaise(row.amount)}`)
    if ((status === 'refunded') !== (row.refunded !== null)) broken.push(`payment ${id}: a refund on one side only`)
  }
  const paidOrders = new Set(taken.map(({ order_id }) => order_id))
  for (const { orderId, status } of rows)
    if (status === 'captured' && !paidOrders.has(orderId)) broken.push(`order ${orderId} was captured without money`)
  return {
    broken,
    says: [
      `${orders.length} orders; ${taken.length} payments of ${inPaise(sum(taken.map(({ amount }) => amount)))} at the gateway, ${inPaise(sum(rows.filter(({ status }) => status === 'captured').map(({ amount }) => amount)))} in the ledger; ${refunds.length} refunds of ${inPaise(sum(refunds.map(({ amount }) => amount)))}`,
    ],
  }
}

/** Candidates of whom something became, and the message that must have told them: each a query of those without it. */
const untold: Record<string, [of: string, templates: readonly string[]]> = {
  'a form sent back': [
    'SELECT candidate_id AS id FROM applications WHERE reverted_at IS NOT NULL',
    ['application-reverted'],
  ],
  'a form confirmed': [
    'SELECT candidate_id AS id FROM applications WHERE confirmed_at IS NOT NULL',
    ['application-confirmed', 'claims-removed', 'confirmed-at-centre'],
  ],
  'money taken': [
    "SELECT candidate_id AS id FROM payments WHERE status = 'captured'",
    ['payment-captured', 'seat-accepted'],
  ],
  'money given back': [
    "SELECT p.candidate_id AS id FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.status = 'done'",
    ['refund-made'],
  ],
  'a place in the final merit list': [
    `SELECT DISTINCT m.candidate_id AS id FROM merit_entries m JOIN merit_editions e ON e.id = m.edition_id
     WHERE e.stage = 'final' AND e.state = 'published'`,
    ['merit-final'],
  ],
  'a seat': [
    `SELECT DISTINCT a.candidate_id AS id FROM allotments a JOIN allotment_runs r ON r.id = a.run_id WHERE r.state = 'published'`,
    ['seat-allotted', 'seat-kept'],
  ],
  'a seat lost because nothing was done': [
    `SELECT DISTINCT a.candidate_id AS id FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
     WHERE r.state = 'published' AND a.retained = 0
       AND NOT EXISTS (SELECT 1 FROM seat_decisions d WHERE d.candidate_id = a.candidate_id AND d.round = r.round)
       AND r.round < (SELECT max(round) FROM allotment_runs WHERE state = 'published')`,
    ['seat-ended'],
  ],
  'an admission': ['SELECT DISTINCT candidate_id AS id FROM admissions', ['seat-admitted', 'late-admission']],
  'a cancellation': ['SELECT candidate_id AS id FROM cancellations', ['admission-cancelled']],
}

const isOurs = "c.email LIKE 'season%'"

/** Nobody was acted on without a message that left, and every message that left arrived. */
function messageBooks(sqlite: Database.Database, { texts, mails }: OutsideBooks) {
  const broken: string[] = []
  for (const [what, [of, templates]] of Object.entries(untold)) {
    const missing = sqlite
      .prepare(
        `SELECT c.user_id FROM (${of}) x JOIN candidates c ON c.id = x.id AND ${isOurs}
         WHERE NOT EXISTS (SELECT 1 FROM outbox o WHERE o.candidate_id = x.id AND o.state = 'sent'
           AND o.template IN (${templates.map(() => '?')}))`,
      )
      .pluck()
      .all(...templates) as string[]
    if (missing.length) broken.push(`${missing.length} were not told of ${what}: ${missing.slice(0, 5)}`)
  }
  const states = sqlite.prepare('SELECT channel, state, count(*) AS n FROM outbox GROUP BY 1, 2').all() as {
    channel: string
    state: string
    n: number
  }[]
  /** Those that a provider or a mail server took; the demo begins with a past of its own, which nobody was sent. */
  const sent = (...channels: string[]) =>
    sqlite
      .prepare(
        `SELECT count(*) FROM outbox WHERE state = 'sent' AND provider_id IS NOT NULL
           AND channel IN (${channels.map(() => '?')})`,
      )
      .pluck()
      .get(...channels) as number
  const arrived = sum(texts.map(([, n]) => n))
  if (arrived < sent('sms', 'whatsapp'))
    broken.push(`${sent('sms', 'whatsapp')} texts were sent and ${arrived} arrived`)
  if (mails < sent('email')) broken.push(`${sent('email')} mails were sent and ${mails} arrived`)
  return {
    broken,
    says: [
      `${arrived} texts and ${mails} mails arrived; in the outbox ${states.map(({ channel, state, n }) => `${n} ${channel} ${state}`).join(', ')}`,
    ],
  }
}

function seatBooks(sqlite: Database.Database): string[] {
  const one = (sql: string) => sqlite.prepare(sql).pluck().get() as number
  const rounds = sqlite
    .prepare(
      `SELECT r.round, count(*) AS seats, sum(a.retained) AS kept FROM allotment_runs r JOIN allotments a ON a.run_id = r.id
       WHERE r.state = 'published' GROUP BY 1 ORDER BY 1`,
    )
    .all() as { round: number; seats: number; kept: number }[]
  return [
    `${one(`SELECT count(*) FROM candidates c WHERE ${isOurs}`)} registered, ${one(`SELECT count(*) FROM candidates c JOIN applications a ON a.candidate_id = c.id WHERE ${isOurs} AND a.submitted_at IS NOT NULL`)} submitted, ${one(`SELECT count(*) FROM candidates c JOIN applications a ON a.candidate_id = c.id WHERE ${isOurs} AND a.confirmed_at IS NOT NULL`)} confirmed`,
    `intake ${one('SELECT sum(count) FROM seat_matrix_pools')}; ${rounds.map(({ round, seats, kept }) => `round ${round}: ${seats} seats, ${kept} of them kept`).join('; ')}; ${one('SELECT count(*) FROM admissions WHERE undone_at IS NULL')} admissions, ${one('SELECT count(*) FROM cancellations')} cancelled`,
  ]
}

function auditOf(folder: string): string[] {
  try {
    command(folder, 'verify-audit', '--course', 'mbale')
    return []
  } catch (error) {
    return [`the audit log: ${String((error as { stdout?: string }).stdout ?? error).slice(0, 300)}`]
  }
}
