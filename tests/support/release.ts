import type { View } from '#server/domain/site/view.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { DeskBrowser } from './desk'
import { type Answer, type TestPortal, viewOf } from './portal'

/** Gives a preparation to another process that reported a moment ago. */
export const elsewhere = ({ services: { db }, clock }: TestPortal, kind: string, subject: number): void =>
  void db.sqlite
    .prepare(
      `INSERT INTO preparations (kind, subject, owner, step, done, total, beat_at)
       VALUES (?, ?, 'another process', 'reading', 1, 4, ?)`,
    )
    .run(kind, subject, clock.real())

/** Signs the last day of a round's reporting for every institute, as the cell does. `officer`: an admin. */
export function signLastDays({ services }: Pick<TestPortal, 'services'>, officerId: number, round: number): void {
  const officer = {
    id: officerId,
    loginName: 'first',
    role: 'admin',
    centre: null,
    region: null,
    institute: null,
  } as const
  const { closesAt } = services.notices.activity(`round-${round}-reporting`)!
  for (const { code } of services.reporting.unsigned(round)) {
    const signed = services.reporting.signFor(officer, code, round, civilDate(closesAt as Instant))
    if (!signed.ok) throw new Error(signed.refusal.code)
  }
}

/** Releases a run or a list as its page asks for it: with a tick for each unfinished piece of work. */
export async function releaseAt(desk: DeskBrowser, address: string): Promise<Answer> {
  type Waiting = { concerns: { concern: string; count: number }[] } | null
  const concerns = viewOf<View<Waiting>>(await desk.get(address)).data?.concerns ?? []
  const shown = concerns.map(({ concern, count }) => `${concern}:${count}`).join(' ')
  const ticks = Object.fromEntries(concerns.map(({ concern }) => [concern, 'true']))
  return desk.post(address, { intent: 'release', checked: 'true', shown, ...ticks })
}
