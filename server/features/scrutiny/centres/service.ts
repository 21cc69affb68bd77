import { createAppointments } from './appointments'
import type { CentresDeps } from './deps'
import { createAppointmentReminders } from './reminders'
import { createSlots } from './slots'
import { createVisits } from './visits'

/** Mode 2: slots, appointments, and a centre's work on a form. Source: rules §5.4. */
export const createCentres = (deps: CentresDeps) => ({
  ...createSlots(deps),
  ...createAppointments(deps),
  ...createVisits(deps),
  reminders: createAppointmentReminders(deps),
})

export type Centres = ReturnType<typeof createCentres>
