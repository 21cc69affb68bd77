import { days, hours, minutes } from '#server/kernel/time.ts'

/** `trustedAt`: the newest time that was believed; `doubtedAt`: the time shown when it was doubted, null while it is believed. */
export type KnownTime = { trustedAt: number; doubtedAt: number | null }

/** How far, in ms, the time may be from the newest one that was believed, after the portal was down or the clock was put back. */
const furthestFromKnown = days(1)
/** How far, in ms, the clock may jump ahead under a running portal: time services correct less. */
const furthestJump = hours(1)
/** How far, in ms, a clock that was put right may be behind the last minute before it went wrong. */
const slack = minutes(5)

/**
 * Is the time of the machine to be believed? What cannot be undone waits until it is, or until an admin confirms it. `jumped`: the
 * ms by which the clock has moved beyond the time that has passed since the last look. A doubt ends by itself when the clock
 * goes back to where it was. Source: rules §12.5.
 */
export function judgeTime({ trustedAt, doubtedAt }: KnownTime, now: number, jumped: number): KnownTime {
  const isNear = now >= trustedAt - slack && now <= trustedAt + furthestFromKnown
  if (doubtedAt !== null) {
    const isPutRight = isNear && (doubtedAt < trustedAt || now < doubtedAt - slack)
    return isPutRight ? { trustedAt: Math.max(trustedAt, now), doubtedAt: null } : { trustedAt, doubtedAt }
  }
  const isFar = Math.abs(now - trustedAt) > furthestFromKnown
  const isJump = jumped > furthestJump && now > trustedAt + furthestJump
  return isFar || isJump ? { trustedAt, doubtedAt: now } : { trustedAt: Math.max(trustedAt, now), doubtedAt: null }
}
