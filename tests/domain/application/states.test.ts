import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { applications } from '#db/schema/application.ts'
import { detailsOf } from '#server/domain/application/details.ts'
import { lockOf } from '#server/domain/terms/lock.ts'
import {
  type ApplicationState,
  applicationActors,
  applicationStates,
  type FormFacts,
  type FormMove,
  formStateOf,
  formStates,
  isConfirmed,
  isSubmitted,
  isWithCandidate,
  moved,
  queueOfState,
  type StateFacts,
  scrutinyQueues,
  stateOf,
  stateOfQueue,
  transitions,
} from '#server/domain/terms/states.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import { newcomer } from '#tests/support/newcomer.ts'

const at = ist('2024-08-12 11:00')
const untouched: StateFacts = {
  seat: null,
  mode: 0,
  submittedAt: null,
  pickedUpAt: null,
  revertedAt: null,
  lastRevertedAt: null,
  confirmedAt: null,
  excludedAt: null,
}
const submitted = { ...untouched, mode: 1, submittedAt: at } as const
const confirmed = { ...submitted, confirmedAt: at } as const

/** Facts of every state, in both modes if it has both, with the flags lock, confirmed and discrepancy. */
const table: Record<
  ApplicationState,
  { facts: StateFacts; flags: [number, number, number]; words: [string, string] }[]
> = {
  draft: [{ facts: untouched, flags: [0, 0, 0], words: ['Not submitted', 'अर्ज सादर केलेला नाही'] }],
  submitted: [
    {
      facts: submitted,
      flags: [1, 0, 0],
      words: ['Submitted, waiting for a scrutiny officer', 'सादर केला, छाननी अधिकाऱ्यांच्या प्रतीक्षेत'],
    },
  ],
  'picked-up': [
    {
      facts: { ...submitted, pickedUpAt: at },
      flags: [1, 0, 0],
      words: ['With a scrutiny officer', 'छाननी अधिकाऱ्यांकडे'],
    },
  ],
  resubmitted: [
    {
      facts: { ...submitted, lastRevertedAt: at },
      flags: [1, 0, 0],
      words: ['Submitted again, waiting for a scrutiny officer', 'पुन्हा सादर केला, छाननी अधिकाऱ्यांच्या प्रतीक्षेत'],
    },
  ],
  'at-centre': [
    {
      facts: { ...submitted, mode: 2 },
      flags: [0, 0, 0],
      words: ['Submitted, not yet confirmed by the centre', 'सादर केला, केंद्राने अजून निश्चित केलेला नाही'],
    },
  ],
  reverted: ([1, 2] as const).map((mode) => ({
    facts: { ...submitted, mode, revertedAt: at, lastRevertedAt: at, seat: 'admitted' as const },
    flags: [0, 0, 1],
    words: ['Sent back for correction', 'दुरुस्तीसाठी परत पाठवला'],
  })),
  confirmed: [
    { facts: confirmed, flags: [1, 1, 0], words: ['Confirmed', 'निश्चित झाला'] },
    { facts: { ...confirmed, mode: 2 }, flags: [0, 1, 0], words: ['Confirmed', 'निश्चित झाला'] },
  ],
  // In any mode of scrutiny `mayEdit` refuses; the lock of the client's contract knows the first mode alone.
  excluded: [
    { facts: { ...confirmed, excludedAt: at }, flags: [1, 0, 0], words: ['Excluded by order', 'आदेशाने वगळले'] },
    {
      facts: { ...confirmed, excludedAt: at, seat: 'allotted' },
      flags: [1, 0, 0],
      words: ['Excluded by order', 'आदेशाने वगळले'],
    },
  ],
  allotted: [{ facts: { ...confirmed, seat: 'allotted' }, flags: [1, 1, 0], words: ['Seat allotted', 'जागा मिळाली'] }],
  accepted: [
    {
      facts: { ...confirmed, seat: 'accepted' },
      flags: [1, 1, 0],
      words: ['Seat accepted, with betterment', 'जागा स्वीकारली, बेटरमेंटसह'],
    },
  ],
  frozen: [
    {
      facts: { ...confirmed, seat: 'frozen' },
      flags: [1, 1, 0],
      words: ['Seat frozen', 'जागा फ्रीझ केली'],
    },
  ],
  reported: [
    { facts: { ...confirmed, seat: 'reported' }, flags: [1, 1, 0], words: ['Reported to the institute', 'संस्थेत हजर'] },
  ],
  admitted: [
    {
      facts: { ...confirmed, seat: 'admitted' },
      flags: [1, 1, 0],
      words: ['Admitted', 'प्रवेश झाला'],
    },
  ],
  cancelled: [
    {
      facts: { ...confirmed, seat: 'cancelled' },
      flags: [1, 1, 0],
      words: ['Admission cancelled', 'प्रवेश रद्द'],
    },
  ],
}

/** The state that SQLite computes from the facts of a form. */
function stateInDatabase() {
  const db = openDatabase(':memory:', 'migrations')
  onTestFinished(() => db.close())
  db.sqlite.pragma('foreign_keys = OFF')
  return (all: FormFacts): string | null => {
    db.orm.delete(applications).run()
    const { mode, submittedAt, pickedUpAt, revertedAt, lastRevertedAt, confirmedAt, excludedAt } = all
    const facts = { mode, submittedAt, pickedUpAt, revertedAt, lastRevertedAt, confirmedAt, excludedAt }
    return db.orm
      .insert(applications)
      .values({ candidateId: 1, ...facts })
      .returning()
      .get().formState
  }
}

test('every state has one name in the rules, the database, the API and both languages', () => {
  const stored = stateInDatabase()
  expect(Object.keys(table)).toEqual(applicationStates)
  for (const state of applicationStates) {
    for (const { facts, flags, words } of table[state]) {
      expect(stateOf(facts)).toBe(state)
      const isOfForm = (formStates as readonly string[]).includes(state)
      expect([state, stored(facts)]).toEqual([state, isOfForm ? state : 'confirmed'])
      const details = detailsOf({ ...newcomer, ...facts })
      expect([state, details.lock_form, details.isarcconfirmed, details.discrepancy]).toEqual([state, ...flags])
      const key = `application:standing.${state}` as TextKey
      expect([translate('en', key), translate('mr', key)]).toEqual(words)
    }
  }
  expect(applications.formState.enumValues).toEqual([...formStates])
})

test('the database computes the same state as the rules for all facts', () => {
  const stored = stateInDatabase()
  const maybe = fc.constantFrom(null, at)
  const someFacts = fc.record<FormFacts>({
    mode: fc.constantFrom(0, 1, 2),
    submittedAt: maybe,
    pickedUpAt: maybe,
    revertedAt: maybe,
    lastRevertedAt: maybe,
    confirmedAt: maybe,
    excludedAt: maybe,
  })
  fc.assert(
    fc.property(someFacts, (facts) => {
      expect(stored(facts)).toBe(formStateOf(facts))
    }),
    { numRuns: 400 },
  )
})

test('the form is locked in exactly the states in which its candidate cannot edit it', () => {
  for (const state of applicationStates) {
    for (const { facts } of table[state]) {
      const {
        mode,
        lock_form: lockForm,
        isarcconfirmed: isArcConfirmed,
      } = detailsOf({
        ...newcomer,
        ...facts,
      })
      expect([state, lockOf({ mode, lockForm, isArcConfirmed }) === null]).toEqual([state, isWithCandidate(state)])
    }
  }
})

test('a confirmed form has been submitted, and every queue of e-scrutiny is one state', () => {
  for (const state of applicationStates)
    if (isConfirmed(state)) expect([state, isSubmitted(state)]).toEqual([state, true])
  expect(scrutinyQueues.map((queue) => queueOfState(stateOfQueue(queue)))).toEqual([...scrutinyQueues])
  expect([queueOfState('draft'), queueOfState('at-centre')]).toEqual([null, null])
})

/** Every move by every actor. */
const someMoves: FormMove[] = applicationActors.flatMap((by): FormMove[] => [
  ...([1, 2] as const).flatMap((mode): FormMove[] => [
    { event: 'choose-mode', mode, by },
    { event: 'change-mode', mode, by },
  ]),
  ...(['send-back', 'open-by-grievance', 'open-by-order'] as const).map((event): FormMove => ({ event, steps: 8, by })),
  ...(
    ['submit', 'unlock', 'pick-up', 'release', 'confirm', 'withdraw-confirmation', 'exclude', 'readmit'] as const
  ).map((event): FormMove => ({ event, by })),
])

const tried = (facts: FormFacts, move: FormMove, now: Instant): FormFacts | null => {
  try {
    const { stepsToCorrect: _, ...change } = moved(facts, move, now)
    return { ...facts, ...change }
  } catch {
    return null
  }
}

test('every state can be reached from a new application, and no facts contradict each other', () => {
  const seen = new Map<string, FormFacts>()
  const waiting: FormFacts[] = [untouched]
  for (let facts = waiting.pop(); facts; facts = waiting.pop()) {
    const key = JSON.stringify(facts)
    if (seen.has(key)) continue
    seen.set(key, facts)
    for (const move of someMoves) waiting.push(...[tried(facts, move, at)].filter((next) => next !== null))
  }
  const all = [...seen.values()]
  expect(new Set(all.map(formStateOf))).toEqual(new Set(formStates))
  for (const facts of all) {
    if (facts.submittedAt === null)
      expect([facts.pickedUpAt, facts.revertedAt, facts.confirmedAt]).toEqual([null, null, null])
    if (facts.revertedAt !== null) expect([facts.pickedUpAt, facts.confirmedAt]).toEqual([null, null])
    if (facts.pickedUpAt !== null) expect(facts.mode).not.toBe(2)
  }
})

test('an event that the table lacks throws, and so does one by the wrong actor', () => {
  const { facts } = table['picked-up'][0]!
  expect(() => moved(facts, { event: 'unlock', by: 'candidate' }, at)).toThrow('unlock by candidate, picked-up → draft')
  expect(() => moved(facts, { event: 'confirm', by: 'candidate' }, at)).toThrow('confirm by candidate')
  expect(moved(facts, { event: 'confirm', by: 'officer' }, at)).toEqual({ confirmedAt: at })
})

test('every state from the allotment on can be reached and left, except the last', () => {
  const reached = new Set<ApplicationState>(['draft'])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const { from, to } of Object.values(transitions))
      if (from.some((state) => reached.has(state))) for (const state of to) reached.add(state)
  }
  expect(reached).toEqual(new Set(applicationStates))
  const left = new Set(Object.values(transitions).flatMap(({ from }) => [...from]))
  expect(applicationStates.filter((state) => !left.has(state))).toEqual([])
})
