import { gunzipSync } from 'node:zlib'
import { type Comparison, compare } from '#server/domain/rehearsal/compare.ts'
import { type RehearsalFault, type RehearsalRules, rehearse } from '#server/domain/rehearsal/play.ts'
import type { PlayedSeason } from '#server/domain/rehearsal/played-season.ts'

/** `record`: a season as `played_seasons` keeps it. */
export type RehearsalTask = { record: Uint8Array; rules: RehearsalRules }

/** Plays a season again and compares it with the real one, in a thread of its own. Writes nothing. */
export default function work({ record, rules }: RehearsalTask): Comparison | RehearsalFault {
  const season = JSON.parse(gunzipSync(record).toString('utf8')) as PlayedSeason
  const played = rehearse(season, rules)
  return 'fault' in played ? played : compare(season, played)
}
