import { availableParallelism, cpus, loadavg } from 'node:os'
import { optionsOfScript } from '#scripts/options.mjs'
import { reminderTimes } from '#server/domain/messages/reminders.ts'
import { rollCallHours } from '#server/domain/seats/roll-call.ts'
import { breath } from '#server/kernel/background.ts'
import { hours, type Instant, ist, plus } from '#server/kernel/time.ts'
import { portalInProcess } from './in-process'

/**
 * `npm run bench -- reminders [--candidates N] [--whole S]`: what it costs to find N candidates (100,000) with a form that is not
 * submitted, to remind the first of them, to look again, and to ask the first by a roll-call; and how long a page waits meanwhile. `whole`: goes on
 * to ask the others, for at most S seconds.
 */
const options = optionsOfScript({ candidates: { type: 'string' }, whole: { type: 'string' } }, 1).values
const candidates = Number(options.candidates ?? '100000')
const [first] = reminderTimes('not-submitted', ist('2024-08-14 17:00'))

let now = ist('2024-08-01 12:00')
const portal = portalInProcess({ portal: () => now, real: () => now }, { rollCall: true })
const { db, reminders, messages, application, nextActs } = portal
db.sqlite
  .prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO candidates (user_id, full_name, email, mobile, state, district, language, consented_at, created_at)
     SELECT 'ML24' || (500000 + i), 'Somebody ' || i, 'some' || i || '@example.org', 8000000000 + i, 'MH', 'MH-pune',
       CASE i % 3 WHEN 0 THEN 'en' ELSE 'mr' END, 1, 1 FROM n`,
  )
  .run(candidates)
now = plus(first!.at, 1)
const said = (what: string, value: string) => console.log(`| ${what} | ${value} |`)
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
console.log(
  `${candidates.toLocaleString('en')} candidates, ${availableParallelism()} × ${cpus()[0]?.model}, Node ${process.versions.node}, ${new Date().toISOString()}, load before ${loadavg()[0]!.toFixed(1)}\n\n| | In all | Processor | A page waits: half, 99 in 100, the longest | It reads |\n|---|---|---|---|---|`,
)

/**
 * The work's time, in all and of the processor, and what a page feels meanwhile: how long it waits for its turn, and reads
 * what its candidate has to do next.
 */
async function measured(work: () => Promise<unknown>) {
  const [waits, reads] = [[] as number[], [] as number[]]
  let isOver = false
  const reader = (async () => {
    for (let n = 1; !isOver; n++) {
      const asked = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 10))
      const begun = performance.now()
      waits.push(Math.max(0, begun - asked - 10))
      nextActs.of({ candidateId: (n * 37) % candidates || 1 })
      reads.push(performance.now() - begun)
    }
  })()
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await work()
  const [seconds, used] = [(performance.now() - begun) / 1000, process.cpuUsage(before)]
  isOver = true
  await reader
  const of = (list: number[], share: number) =>
    ms([...list].sort((a, b) => a - b)[Math.floor((list.length - 1) * share)]!)
  return [
    `${seconds.toFixed(2)} s`,
    `${((used.user + used.system) / 1e6).toFixed(2)} s`,
    `${of(waits, 0.5)} · ${of(waits, 0.99)} · ${of(waits, 1)}`,
    of(reads, 0.5),
  ].join(' | ')
}

said('Nothing under way', await measured(() => new Promise((resolve) => setTimeout(resolve, 3000))))

const { reminders: source } = application
const instant = source.instants('not-submitted', now)[0]!
let found = 0
said(
  'Everybody found: read in ranges, and each candidate’s facts asked',
  await measured(async () => {
    for (let after = 0; ; ) {
      const ids = source.among('not-submitted', instant, { after, upTo: after + source.look })
      if (!ids.length && after > candidates) return
      for (const id of ids) {
        if (source.facts(id, 'not-submitted', instant)?.at === instant.at) found++
        if (id % 25 === 0) await breath()
      }
      after += source.look
    }
  }),
)

said(
  'The first 2,000 of them reminded: written to the outbox and the message box, and handed over',
  await measured(async () => {
    for (let n = 0; n < 4; n++) {
      await reminders.remind()
      await messages.deliverDue()
    }
  }),
)
db.sqlite.exec(
  'INSERT INTO applications (candidate_id, mode, submitted_at) SELECT id, 1, 2 FROM candidates WHERE true ON CONFLICT DO UPDATE SET submitted_at = 2',
)
said('A look through everybody once nobody is due', await measured(() => reminders.remind()))
const idle = performance.now()
for (let n = 0; n < 200; n++) await reminders.remind()
const tick = ms((performance.now() - idle) / 200)
const reminded = db.sqlite.prepare('SELECT count(*) FROM reminders').pluck()
const remindedFirst = reminded.get() as number

// Everybody is in the final merit list, and the option form of round 1 closes in less than 48 hours.
db.sqlite.exec(
  `INSERT INTO staff (login_name, full_name, role, password_hash, must_change_password, created_at) VALUES ('clerk', 'Clerk', 'admin', '', 0, 1);
   INSERT INTO merit_editions (stage, number, state, prepared_at, prepared_by, published_at, fingerprint, report)
     SELECT 'final', 1, 'published', 1, id, 2, '', '{}' FROM staff;
   INSERT INTO merit_entries (edition_id, list, merit_number, candidate_id, user_id, full_name, type, category, percentage, criteria)
     SELECT (SELECT id FROM merit_editions), 'all-india', id, id, user_id, full_name, 'A', 'OPEN', '60.0000', '[]' FROM candidates`,
)
const closesAt = portal.notices.activity('round-1-options')!.closesAt!
now = plus(closesAt as Instant, 1 - hours(rollCallHours[0]))
said(
  'The first 2,000 asked by a roll-call: written to the outbox and the message box, and handed over',
  await measured(async () => {
    for (let n = 0; n < 4; n++) {
      await reminders.remind()
      await messages.deliverDue()
    }
  }),
)
const askedSoFar = db.sqlite
  .prepare("SELECT coalesce(sum(sent), 0) FROM reminder_times WHERE name = 'roll-call'")
  .pluck()
const asked = askedSoFar.get() as number
const whole = Number(options.whole ?? '0')
if (whole > 0) {
  const until = performance.now() + whole * 1000
  said('Nothing under way, once more', await measured(() => new Promise((resolve) => setTimeout(resolve, 20_000))))
  const figures = await measured(async () => {
    for (let before = -1, now = asked; now > before && performance.now() < until; now = askedSoFar.get() as number) {
      before = now
      await reminders.remind()
      await messages.deliverDue()
    }
  })
  said(`${((askedSoFar.get() as number) - asked).toLocaleString('en')} more asked without a pause`, figures)
}
db.sqlite.exec(
  `INSERT OR IGNORE INTO reminders (time_id, candidate_id, at)
     SELECT t.id, c.id, 1 FROM candidates c, reminder_times t WHERE t.name = 'roll-call'`,
)
const counting = performance.now()
const { asked: all } = await portal.rollCall.counts(1)
const count = ms(performance.now() - counting)
console.log(
  `\n${found.toLocaleString('en')} found, ${remindedFirst.toLocaleString('en')} reminded. A tick when nothing is due: ${tick}. ${asked.toLocaleString('en')} asked by the roll-call; its count of ${all.toLocaleString('en')}: ${count}.`,
)
await portal.close()
process.exit()
