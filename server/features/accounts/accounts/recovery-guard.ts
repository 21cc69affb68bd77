import { siteOf } from '#server/domain/accounts/network.ts'
import { otpRules } from '#server/domain/accounts/otp.ts'
import { lastingAlarm } from '#server/kernel/lasting-alarm.ts'
import type { Refused } from '#server/kernel/result.ts'
import { minutes } from '#server/kernel/time.ts'
import { type AccountsDeps, networkBusy, type Origin } from './deps'

/**
 * The budgets of recovery: OTPs requested and OTPs typed wrong, per network and for the whole portal. A network over
 * its budget is told when to come back. When the portal is over its own, the breaker opens: recovery asks for more
 * proof, and the cell is told once per opening. Known and unknown accounts count alike. Source: rules §2.12.
 */
export function createRecoveryGuard({ limits, clock, course, onAttack }: AccountsDeps) {
  const rules = course.recoveryLimits

  const breaker = lastingAlarm({
    key: 'recovery-breaker',
    limits,
    now: clock.real,
    lasts: rules.breakerFor,
    tell: () => onAttack('recovery'),
  })

  const countInAll = (key: string, most: number) => {
    if (limits.count(key, minutes(10), clock.real()).count > most) breaker.raise()
  }

  return {
    /** Until when recovery asks for more proof, in epoch milliseconds; null if it does not. */
    openUntil: breaker.until,

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
