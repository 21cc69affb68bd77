import { days, hours, type Instant, istOffset, minutes } from '#server/kernel/time.ts'

/** How often a job is due: at a minute of every hour, or at a time of every day in India. */
export type Rhythm = { every: 'hour'; minute: number } | { every: 'day'; hour: number; minute: number }

/** The last instant, up to and including `now`, at which a job of this rhythm fell due. Source: rules §12.4. */
export function lastDue(rhythm: Rhythm, now: Instant): Instant {
  const [period, within] =
    rhythm.every === 'hour'
      ? [hours(1), minutes(rhythm.minute)]
      : [days(1), hours(rhythm.hour) + minutes(rhythm.minute)]
  const wallClock = now + istOffset - within
  return (wallClock - (((wallClock % period) + period) % period) + within - istOffset) as Instant
}

/** How long a process may work on a run before it counts as crashed. Milliseconds. */
export const leaseOf = ({ every }: Rhythm): number => (every === 'hour' ? minutes(30) : hours(3))
