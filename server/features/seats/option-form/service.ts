import { createChoosing } from './choosing'
import { createConfirm } from './confirm'
import type { OptionFormDeps } from './deps'
import { createStoredForms } from './forms'
import { createReading } from './read'
import { createOptionReminders } from './reminders'
import { createSave } from './save'
import { createStars } from './stars'

/** The option form of each round: filled, saved with versions, confirmed, unlocked. Source: rules §8.5. */
export function createOptionForm(deps: OptionFormDeps) {
  const choosing = createChoosing(deps)
  const forms = createStoredForms(deps, choosing)
  return {
    ...choosing,
    ...createReading(deps, forms, choosing),
    ...createSave(deps, forms),
    ...createStars(deps, choosing),
    ...createConfirm(deps, forms),
    reminders: createOptionReminders(deps, forms),
  }
}

export type OptionForms = ReturnType<typeof createOptionForm>
