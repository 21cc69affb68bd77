import type { Issuer } from '#server/documents/letterhead.ts'
import { createListPress, createPress } from '#server/documents/press.ts'
import { href } from '#server/domain/terms/href.ts'

import type { Ground } from './ground'

/** What sets documents on paper, and in whose name. */
export function openPresses(ground: Ground) {
  const { config, course, log, linkBase } = ground
  const { printsWaiting, publicPrintsWaiting } = course.candidateLimits
  const press = createPress({ perLane: printsWaiting, log })
  /** Public lists have a separate thread, so that heavy demand for them delays no candidate's letter. */
  const publicPress = createPress({ perLane: publicPrintsWaiting, waiting: 20, log })
  const issuer: Issuer = {
    course,
    isDemo: config.mode === 'demo',
    checkAt: (code) => href(linkBase(), 'verification', undefined, { code }),
  }
  const listPress = createListPress(log)
  return { issuer, press, publicPress, listPress }
}

export type Presses = ReturnType<typeof openPresses>
