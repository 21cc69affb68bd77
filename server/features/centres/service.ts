import type { Refusal } from '../../kernel/result'
import { createAppointments } from './appointments'
import type { CentresDeps } from './deps'
import { createSlots } from './slots'
import { createVisits } from './visits'

/** Mode 2: slots, appointments, and what a centre does with a form. Source: decisions §5. */
export const createCentres = <R extends Refusal>(deps: CentresDeps<R>) => ({
  ...createSlots(deps),
  ...createAppointments(deps),
  ...createVisits(deps),
})

export type Centres = ReturnType<typeof createCentres>
