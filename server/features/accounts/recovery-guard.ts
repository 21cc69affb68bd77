import { siteOf } from '../../domain/portal/network'
import { otpRules } from '../../domain/portal/otp'
import type { Refused } from '../../kernel/result'
import { minutes } from '../../kernel/time'
import { type AccountsDeps, networkBusy, type Origin } from './deps'

const breaker = 'recovery-breaker'

/**
 * The budgets of recovery: OTPs requested and OTPs typed wrong, per network and for the whole portal. A network over
 * its budget is told when to come back. When the portal is over its own, the breaker opens: recovery asks for more
 * proof, and the cell is told once per opening. Known and unknown accounts count alike. Source: rules §2.12.
 */
export function createRecoveryGuard({ limits, clock, course, onRecoveryBreaker }: AccountsDeps) {
  const rules = course.recoveryLimits

  const opened = () => limits.window(breaker, clock.real())

  /** Opens the breaker, or keeps it open for longer. */
  function trip(): void {
    const now = clock.real()
    const isNew = opened() === null
    limits.put(breaker, 1, now + rules.breakerFor)
    if (isNew) onRecoveryBreaker()
  }

  const countInAll = (key: string, most: number) => {
    if (limits.count(key, minutes(10), clock.real()).count > most) trip()
  }

  return {
    /** Until when recovery asks for more proof, in epoch milliseconds; null if it does not. */
    openUntil: (): number | null => opened()?.resetsAt ?? null,

    /** Counts a request for an OTP. `isOwner`: the device has logged in to the account before; it is never refused. */
    countSend({ ip }: Origin, isOwner: boolean): Refused | null {
      if (!isOwner) {
        const { count, resetsAt } = limits.count(`recovery-sends:${siteOf(ip)}`, otpRules.hour, clock.real())
        if (count > rules.sendsPerNetworkHourly) return networkBusy('network-busy', resetsAt - clock.real())
      }
      countInAll('recovery-sends', rules.sendsPerTenMinutes)
      return null
    },

    /** The refusal if this network may not try another OTP now; null if it may. */
    refusalOfTry({ ip }: Origin, isOwner: boolean): Refused | null {
      if (isOwner) return null
      const now = clock.real()
      const tries = limits.window(`recovery-tries:${siteOf(ip)}`, now)
      return tries && tries.count >= rules.wrongTriesPerNetworkHourly
        ? networkBusy('network-guesses', tries.resetsAt - now)
        : null
    },

    countWrongTry({ ip }: Origin): void {
      limits.count(`recovery-tries:${siteOf(ip)}`, otpRules.hour, clock.real())
      countInAll('recovery-tries', rules.wrongTriesPerTenMinutes)
    },
  }
}
