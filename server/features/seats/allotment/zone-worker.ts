import { type RoundChange, type Zone, zoneOf } from '#server/domain/allotment/zone.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'

/** The files of a published run's dossier, and one change. */
export type ZoneTask = { input: Uint8Array; result: Uint8Array; change: RoundChange }

const read = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as unknown

/** The zone of influence of one change to a published round, in a separate thread. Writes nothing. */
export default function work({ input, result, change }: ZoneTask): Zone {
  return zoneOf(read(input) as AllotmentInput, read(result) as AllotmentResult, change)
}
