import { createSeal, type PortalSecrets } from './seal'
import { newToken } from './tokens'

type TurnNumber = { id: string; until: number }

/** Milliseconds for which a number counts; somebody who has to wait again then gets another. */
const lifetime = 3_600_000

/**
 * Numbers for visitors who had to wait among others of their network: whoever brings one has turns of their own. A number
 * is sealed and kept by the browser alone, so that every process knows it, nobody can make one up, and a thousand copies of it
 * are one number. `now`: ms. Source: rules §15.6.
 */
export function createTurnNumbers(secrets: PortalSecrets, portal: string, now: () => number) {
  const seal = createSeal<TurnNumber>(secrets, portal, 'turn numbers')
  // Random for each process, and counted in it: the seal hides both, and a refusal has to be cheap.
  const run = newToken()
  let given = 0
  return {
    give: (): string => seal.close({ id: `${run}${++given}`, until: now() + lifetime }, portal),
    /** The number in a cookie; null for none, a forged one, and one whose time is over. */
    read(sealed: string | undefined): string | null {
      const number = sealed === undefined ? null : seal.open(sealed, portal)
      // One that lasts longer was given while the clock was wrong.
      return number && number.until > now() && number.until <= now() + lifetime ? number.id : null
    },
  }
}
