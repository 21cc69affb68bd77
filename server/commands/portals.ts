import { systemClock } from '#server/adapters/clock.ts'
import type { Config } from '#server/config.ts'
import type { Services } from '#server/features/index.ts'
import { openPortals } from '#server/process/start.ts'
import { root, slugsAsked } from './command'

/** Opens the portals of the configuration, or the one of `--course`, by this machine's clock. The command closes them. */
export const portalsAsked = (config: Config, course?: string): Services[] =>
  openPortals({ ...config, courses: slugsAsked(config, course) }, root, systemClock, () => '')
