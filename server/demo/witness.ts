import { createHash } from 'node:crypto'
import { witnessKeyOf } from '#server/adapters/witness-key.ts'
import { checkpointText, writtenKey } from '#server/domain/log/note.ts'
import type { Services } from '#server/features/index.ts'
import { staffPersona } from './staff-personas'

/** Its key is in this file, so its signature says nothing outside of a demo. */
const newspaper = witnessKeyOf(
  'demo-newspaper.example',
  createHash('sha256').update('the witness of the demo').digest(),
)

/** One admin lists the demo's witness, and the other approves it. */
export function listWitness(portal: Services): void {
  const { settings } = portal
  const meta = { intent: 'propose', base: String(settings.newest('witnesses')) } as const
  if (!settings.propose(staffPersona(portal, 'admin'), 'witnesses', { key1: writtenKey(newspaper) }, meta).ok) return
  const second = staffPersona(portal, 'admin-2')
  const own = settings.waiting(second).find(({ key }) => key === 'witnesses')
  if (own) settings.approve(second, own.id)
}

/** The witness signs what the log says by now. */
export async function signAsWitness({ publicLog, witnesses, clock }: Services): Promise<void> {
  publicLog.settle()
  const head = publicLog.head()
  if (head) await witnesses.take(newspaper.cosign(checkpointText(head), clock.real()))
}
