import type { Course } from '#server/courses/course.ts'
import { href } from '#server/domain/terms/href.ts'
import type { Issuer } from './letterhead'
import { createListPress, createPress } from './press'

type PressesDeps = {
  course: Course
  isDemo: boolean
  log: Parameters<typeof createListPress>[0]
  /** Where the candidates' pages begin, origin included. */
  linkBase(): string
}

/** What sets documents on paper, and in whose name. */
export function openPresses({ course, isDemo, log, linkBase }: PressesDeps) {
  const { printsWaiting, publicPrintsWaiting } = course.candidateLimits
  const press = createPress({ perLane: printsWaiting, log })
  /** Public lists have a separate thread, so that heavy demand for them delays no candidate's letter. */
  const publicPress = createPress({ perLane: publicPrintsWaiting, waiting: 20, log })
  const issuer: Issuer = {
    course,
    isDemo,
    checkAt: (code, entry) =>
      href(linkBase(), 'verification', undefined, entry === null ? { code } : { code, entry: String(entry) }),
    checkEntryAt: ({ number, subject }) =>
      href(linkBase(), 'verification', undefined, { entry: String(number), of: subject }),
  }
  const listPress = createListPress(log)
  return { issuer, press, publicPress, listPress }
}

export type Presses = ReturnType<typeof openPresses>
