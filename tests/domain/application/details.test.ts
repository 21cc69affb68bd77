import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beyondDetails,
  type CandidateDetails,
  type CandidateFacts,
  detailsOf,
  permissionsFromDetails,
  reachedStep,
  stepsLeftToCorrect,
} from '#server/domain/application/details.ts'
import { fillStatus } from '#server/domain/terms/journey.ts'
import { lockOf } from '#server/domain/terms/lock.ts'
import { permissionNames, permissionsOf } from '#server/domain/terms/permissions.ts'
import { seatStates } from '#server/domain/terms/states.ts'
import { rupees } from '#server/kernel/money.ts'
import { ist } from '#server/kernel/time.ts'
import { newcomer } from '#tests/support/newcomer.ts'

fc.configureGlobal({ seed: 2024 })

/** Any of these amounts, in rupees. */
const amountOf = (...amounts: number[]) => fc.constantFrom(...amounts.map(rupees))

const at = ist('2024-08-01 12:00')
const of = (facts: Partial<CandidateFacts>) => detailsOf({ ...newcomer, ...facts })
const maybe = fc.constantFrom(null, at)
/** Any facts that the table of events can produce: a form is submitted before it is confirmed or sent back. */
const someFacts = fc
  .record({
    id: fc.integer({ min: 1 }),
    fullName: fc.string(),
    userId: fc.stringMatching(/^ML24[0-9]{6}$/),
    mode: fc.constantFrom(0 as const, 1 as const, 2 as const),
    completedSteps: fc.integer({ min: 0, max: 511 }),
    reopenedSteps: fc.constant(0),
    submittedAt: maybe,
    pickedUpAt: maybe,
    revertedAt: maybe,
    lastRevertedAt: maybe,
    stepsToCorrect: fc.constant(0),
    correctedSteps: fc.constant(0),
    confirmedAt: maybe,
    excludedAt: fc.constant(null),
    feePaid: amountOf(0, 1000, 1200),
    differencePaid: amountOf(0, 200),
    convertFee: amountOf(0, 200),
    convertPaid: amountOf(0, 200),
    isCgpa: fc.boolean(),
    awaitsCertificates: fc.boolean(),
    hasOpenGrievance: fc.boolean(),
    isInProvisionalMerit: fc.boolean(),
    isInFinalMerit: fc.boolean(),
    isOnJkList: fc.boolean(),
    roundsOpened: fc.integer({ min: 0, max: 7 }),
    roundsTaken: fc.integer({ min: 0, max: 7 }),
    roundsAllotted: fc.integer({ min: 0, max: 7 }),
    roundsBarred: fc.integer({ min: 0, max: 7 }),
    mayCancel: fc.boolean(),
    hasCancelled: fc.boolean(),
    seat: fc.constantFrom(null, ...seatStates),
    holdsSeat: fc.boolean(),
  })
  .map((facts) => {
    const isSubmitted = facts.mode !== 0 && facts.submittedAt !== null
    return {
      ...facts,
      submittedAt: isSubmitted ? facts.submittedAt : null,
      pickedUpAt: isSubmitted && facts.mode === 1 ? facts.pickedUpAt : null,
      confirmedAt: isSubmitted ? facts.confirmedAt : null,
      revertedAt: isSubmitted && facts.confirmedAt === null ? facts.revertedAt : null,
    }
  })

test('the response has the fields of rules §15.3 and no others', () => {
  // rules §15.3
  expect(Object.keys(of({}))).toEqual(
    'id full_name user_id fill_status lock_form isarcconfirmed discrepancy isGrievance mode isCandidateinFinalMerit isCandidateinProMerit isCandidateAllotmentRound1 isCandidateAllotmentRound2 isCandidateAllotmentRound3 isCgpaUploaded isCandidateCancel isCandidateCancelPrint isconvert_payment_status isconvert_fee isconvert_paid_amt paid_amt diff_amt_paid'.split(
      ' ',
    ),
  )
})

test('a new candidate has reached nothing, owes nothing and is in no list', () => {
  expect(of({})).toEqual({
    id: 7,
    full_name: 'Asha Ramesh Patil',
    user_id: 'ML24100007',
    fill_status: 0,
    lock_form: 0,
    isarcconfirmed: 0,
    discrepancy: 0,
    isGrievance: 0,
    mode: 0,
    isCandidateinFinalMerit: false,
    isCandidateinProMerit: false,
    isCandidateAllotmentRound1: false,
    isCandidateAllotmentRound2: false,
    isCandidateAllotmentRound3: false,
    isCgpaUploaded: false,
    isCandidateCancel: false,
    isCandidateCancelPrint: false,
    isconvert_payment_status: 'N',
    isconvert_fee: 0,
    isconvert_paid_amt: 0,
    paid_amt: 0,
    diff_amt_paid: 0,
  })
})

describe('"Mode 1 … Submitting locks (`lock_form` 1)"; a form that scrutiny reverts has `lock_form` 0 and `discrepancy` 1', () => {
  test.each([
    { mode: 1, submittedAt: null, revertedAt: null, lock: 0, discrepancy: 0 },
    { mode: 1, submittedAt: at, revertedAt: null, lock: 1, discrepancy: 0 },
    { mode: 1, submittedAt: at, revertedAt: at, lock: 0, discrepancy: 1 },
    { mode: 2, submittedAt: at, revertedAt: null, lock: 0, discrepancy: 0 },
    { mode: 0, submittedAt: at, revertedAt: null, lock: 0, discrepancy: 0 },
  ] as const)('mode $mode, submitted $submittedAt, reverted $revertedAt', ({ lock, discrepancy, ...facts }) => {
    expect(of(facts)).toMatchObject({ lock_form: lock, discrepancy })
  })
})

test('"Confirmation (`isarcconfirmed` 1, both modes)"', () => {
  for (const mode of [1, 2] as const) {
    expect(of({ mode, submittedAt: at }).isarcconfirmed).toBe(0)
    expect(of({ mode, submittedAt: at, confirmedAt: at }).isarcconfirmed).toBe(1)
  }
})

test('`fill_status` follows the rule of the journey, and is 8 while a submitted form is with scrutiny', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const { fill_status } = detailsOf(facts)
      if (facts.submittedAt !== null && facts.revertedAt === null) expect(fill_status).toBe(8)
      if (facts.submittedAt === null)
        expect(fill_status).toBe(fillStatus({ completedSteps: facts.completedSteps, isSubmitted: false }))
    }),
  )
})

test('both locks follow from the facts: submission locks mode 1, confirmation locks mode 2', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const { mode, lock_form, isarcconfirmed } = detailsOf(facts)
      const lock = lockOf({ mode, lockForm: lock_form, isArcConfirmed: isarcconfirmed })
      const expected =
        facts.mode === 1 && facts.submittedAt !== null && facts.revertedAt === null
          ? 'locked'
          : facts.mode === 2 && facts.confirmedAt !== null
            ? 'confirmed-by-centre'
            : null
      expect(lock).toBe(expected)
    }),
  )
})

describe('details → permissions', () => {
  const someDetails: fc.Arbitrary<CandidateDetails> = fc
    .record({
      mode: fc.constantFrom(0 as const, 1 as const, 2 as const),
      lock_form: fc.constantFrom(0, 1),
      isarcconfirmed: fc.constantFrom(0, 1),
      isCandidateinFinalMerit: fc.boolean(),
      isCandidateinProMerit: fc.boolean(),
      isCandidateAllotmentRound1: fc.boolean(),
      isCandidateAllotmentRound2: fc.boolean(),
      isCandidateAllotmentRound3: fc.boolean(),
      isCgpaUploaded: fc.boolean(),
      isCandidateCancel: fc.boolean(),
      isCandidateCancelPrint: fc.boolean(),
      isconvert_payment_status: fc.constantFrom('Y' as const, 'N' as const),
      isconvert_fee: fc.constantFrom(0, 200),
      isconvert_paid_amt: fc.constantFrom(0, 100, 200),
      paid_amt: fc.constantFrom(0, 300, 1000, 1200),
      diff_amt_paid: fc.constantFrom(0, 200),
    })
    .map((read) => ({ ...of({}), ...read }))

  test('every flag of the response reaches the rule that reads it', () => {
    fc.assert(
      fc.property(someDetails, amountOf(400, 1200), fc.boolean(), (details, threshold, holdsSeat) => {
        expect(permissionsFromDetails(details, threshold, { holdsSeat, laterRounds: [true, false] })).toEqual(
          permissionsOf({
            mode: details.mode,
            lockForm: details.lock_form,
            isArcConfirmed: details.isarcconfirmed,
            isInProvisionalMerit: details.isCandidateinProMerit,
            isInFinalMerit: details.isCandidateinFinalMerit,
            isInAllotmentRound: [
              details.isCandidateAllotmentRound1,
              details.isCandidateAllotmentRound2,
              details.isCandidateAllotmentRound3,
              true,
              false,
            ],
            isCgpaUploaded: details.isCgpaUploaded,
            mayCancel: details.isCandidateCancel,
            hasCancelled: details.isCandidateCancelPrint,
            holdsSeat,
            convertFee: {
              paymentStatus: details.isconvert_payment_status,
              fee: rupees(details.isconvert_fee),
              convertPaid: rupees(details.isconvert_paid_amt),
              paid: rupees(details.paid_amt),
              differencePaid: rupees(details.diff_amt_paid),
              threshold,
            },
          }),
        )
      }),
      { numRuns: 500 },
    )
  })

  test.each([
    ['isCandidateinProMerit', 'pMerit'],
    ['isCandidateinFinalMerit', 'fMerit'],
    ['isCandidateAllotmentRound1', 'capOne'],
    ['isCandidateAllotmentRound2', 'capTwo'],
    ['isCandidateAllotmentRound3', 'capThree'],
    ['isCgpaUploaded', 'gradMarks'],
    ['isCandidateCancel', 'cancelAdmission'],
    ['isCandidateCancelPrint', 'cancelPrint'],
  ] as const)('%s opens %s and nothing else', (flag, permission) => {
    const before = permissionsFromDetails(of({}), rupees(1200))
    const after = permissionsFromDetails({ ...of({}), [flag]: true }, rupees(1200))
    const opened = permissionNames.filter((name) => after[name] && !before[name])
    expect(opened).toEqual([permission])
  })

  test('the candidate may read and print a submitted form of mode 1, but not fill it in', () => {
    const permissions = permissionsFromDetails(of({ mode: 1, completedSteps: 255, submittedAt: at }), rupees(1200))
    expect(permissions).toMatchObject({ form: false, scrutiny: false, print: true, acknowledgement: false })
  })

  test('a confirmed form of either mode opens the acknowledgement and the grievance', () => {
    for (const mode of [1, 2] as const) {
      const confirmed = of({ mode, completedSteps: 255, submittedAt: at, confirmedAt: at })
      const permissions = permissionsFromDetails(confirmed, rupees(1200))
      expect(permissions).toMatchObject({ form: false, scrutiny: false, acknowledgement: true, grivancy: true })
    }
  })
})

test('after submission fill_status stays 8 until a step is actually re-opened', () => {
  const submitted = { mode: 1, completedSteps: 0b1111_1011, submittedAt: at } as const
  expect(of(submitted).fill_status).toBe(8)
  expect(of({ ...submitted, reopenedSteps: 0b100 }).fill_status).toBe(2)
})

test('of the steps that were sent back, those not saved since are left to correct (rules §5.2)', () => {
  const sentBack = { ...newcomer, submittedAt: at, revertedAt: at, stepsToCorrect: 0b1100, correctedSteps: 0b0100 }
  expect(stepsLeftToCorrect(sentBack)).toBe(0b1000)
  expect(stepsLeftToCorrect({ ...sentBack, revertedAt: null })).toBe(0)
})

test('a submitted form is open to its last step until a changed answer reopens an earlier one (rules §3.1)', () => {
  const submitted = { ...newcomer, submittedAt: at, completedSteps: 0b1111_0111 }
  expect([reachedStep(submitted), reachedStep({ ...submitted, reopenedSteps: 0b1000 })]).toEqual([8, 3])
})

test('a season of more than three rounds tells of the later ones', () => {
  const facts = { ...newcomer, holdsSeat: true, roundsTaken: 0b1_0000 }
  expect(beyondDetails(facts, 3)).toEqual({ holdsSeat: true, laterRounds: [] })
  expect(beyondDetails(facts, 5)).toEqual({ holdsSeat: true, laterRounds: [false, true] })
})
