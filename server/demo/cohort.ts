import type { Course } from '#server/courses/course.ts'
import { printStep } from '#server/domain/terms/journey.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { days, hours, type Instant } from '#server/kernel/time.ts'
import { drawAnswers } from './answers'
import type { Progress, SeedDiscrepancy } from './applications'
import { type Draw, drawFrom } from './draw'
import { drawStory, type Story } from './stories'

/** Members who registered a second time, with another number and address: the list of duplicates finds them. */
export const registeredTwice: ReadonlyMap<number, number> = new Map([
  [151, 40],
  [203, 77],
])

/** The number of candidates in a course's cohort. */
export const cohortSize = (slug: string): number => (slug === 'scd' ? 300 : 1500)

type CohortCandidate = {
  fullName: string
  email: string
  mobile: string
  state: string
  district: string
  createdAt: number
  /** Null for somebody who has registered but not begun. */
  application: { story: Story; answers: Answers; progress: Progress } | null
}

/**
 * The nth of `size` members of a course's cohort: always the same. They registered one after the other, from the
 * opening of registration to the day before `now`.
 */
export function cohortCandidate(course: Course, n: number, size: number, now: Instant): CohortCandidate {
  const { slug, form } = course
  const draw = drawFrom((slug === 'scd' ? 7_000_000 : 1_000_000) + (registeredTwice.get(n) ?? n))
  const story = drawStory(form, draw)
  const { fullName, state, district } = story
  const opens = course.schedule.find(({ key }) => key === 'registration')!.opensAt
  const registeredFrom = Math.min(opens, now - days(10))
  const createdAt = Math.floor(registeredFrom + (n / size) * (now - days(1) - registeredFrom))
  const hasBegun = !draw.chance(0.03)
  return {
    fullName,
    email: `candidate${n + 1}.${slug}@example.org`,
    mobile: `${slug === 'scd' ? 71 : 70}${String(n + 1).padStart(8, '0')}`,
    state,
    district,
    createdAt,
    application: hasBegun
      ? { story, answers: drawAnswers(form, story, draw), progress: drawProgress(draw, story, createdAt, now) }
      : null,
  }
}

const unsubmitted = { submittedAt: null, pickedUpAt: null, revertedAt: null, confirmedAt: null, discrepancies: [] }

const marks = { fact: 'ssc', reason: 'differs', expected: 'The total of the marksheet' } as const
const photo = { fact: 'photo', reason: 'unfit-picture', found: 'The face is not clear' } as const
const mother = { fact: 'mother-name', reason: 'differs', expected: 'As on the SSC marksheet' } as const
const sscSheet = { fact: 'ssc', reason: 'illegible', document: 'ssc-marksheet' } as const

/** The possible findings of scrutiny: the results, the photograph, the person, a document, or two of them. */
const findings: readonly (readonly SeedDiscrepancy[])[] = [[marks], [photo], [mother], [sscSheet], [marks, photo]]

/** A member's progress: most have submitted, and scrutiny has looked at the early forms. */
function drawProgress(draw: Draw, { mode }: Story, createdAt: number, now: Instant): Progress {
  const startedAt = createdAt + hours(1)
  if (draw.chance(0.14)) return { ...unsubmitted, startedAt, completedSteps: draw.whole(1, printStep) }
  const submittedAt = startedAt + hours(draw.whole(3, 20))
  const submitted = { ...unsubmitted, startedAt, completedSteps: printStep, submittedAt }
  if (submittedAt > now - days(3)) return submitted
  const scrutinisedAt = submittedAt + hours(draw.whole(20, 60))
  if (mode === 2) return draw.chance(0.6) ? { ...submitted, confirmedAt: scrutinisedAt } : submitted
  const pickedUp = { ...submitted, pickedUpAt: scrutinisedAt - hours(1) }
  return draw.weighted<Progress>([
    [{ ...pickedUp, confirmedAt: scrutinisedAt }, 46],
    [{ ...pickedUp, pickedUpAt: null, revertedAt: scrutinisedAt, discrepancies: draw.pick(findings) }, 10],
    [
      {
        ...submitted,
        submittedAt: Math.min(scrutinisedAt + days(2), now - hours(3)),
        firstSubmittedAt: submittedAt,
        discrepancies: draw.pick(findings),
      },
      8,
    ],
    [pickedUp, 4],
    [submitted, 32],
  ])
}
