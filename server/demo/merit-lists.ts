import type { MeritStage } from '#server/domain/merit/lists.ts'
import type { Services } from '#server/features/index.ts'
import { staffPersona } from './staff-personas'

/** One admin prepares the lists, the other releases them; the job publishes them at their instant. */
export const prepareMeritLists =
  (stage: MeritStage) =>
  async (portal: Services): Promise<void> => {
    const prepared = portal.meritLists.prepare(staffPersona(portal, 'admin'), { stage })
    if (!prepared.ok) return
    await prepared.value.finished
    const { meritLists } = portal
    const released = { intent: 'release', checked: true } as const
    meritLists.decide(staffPersona(portal, 'admin-2'), prepared.value.id, released, meritLists.concerns(stage))
  }
