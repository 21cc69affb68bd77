import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { Offer, OfferState } from '../../domain/admission/offer'
import type { RecordAct } from '../../domain/portal/audit'
import type { Tell, TellCell } from '../../domain/portal/message-templates'
import type { StepUpPurpose } from '../../domain/portal/otp'
import type { Activity } from '../../domain/portal/schedule'
import type { StaffRole, StaffScope } from '../../domain/portal/staff'
import type { StepUpProof } from '../../http/step-up'
import type { Result } from '../../kernel/result'
import type { Instant } from '../../kernel/time'
import type { CancellationStore } from './store'

/** A member of staff with their place of work. */
export type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }

/** The candidate of a session or a bearer. */
export type Actor = { candidateId: number }

export type CancellationDeps = {
  db: Database
  store: CancellationStore
  clock: Pick<Clock, 'portal'>
  activity(key: string): Activity | undefined
  acceptance: {
    /** The candidate's newest seat; null without one. */
    current(actor: Actor, now?: Instant): { offer: Offer; state: OfferState } | null
  }
  /** Called in the transaction in which a seat of this institute is given back. */
  onCancelled(institute: string): void
  proveStepUp(actor: Actor, purpose: StepUpPurpose, proof: StepUpProof): Promise<Result<undefined>>
  tell: Tell
  tellCell: TellCell
  record: RecordAct
}
