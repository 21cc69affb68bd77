import { command, configuration, say } from './command'
import { portalsAsked } from './portals'

/** `migrate`: brings every database up to date. */
export const migrate = command({}, async () => {
  for (const portal of portalsAsked(configuration())) await portal.close()
  say('Every database is up to date')
})
