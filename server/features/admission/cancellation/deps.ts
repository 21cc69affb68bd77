import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { Offer, OfferState } from '#server/domain/admission/offer.ts'
import type { Tell, TellCell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import type { StaffRole, StaffScope } from '#server/domain/terms/staff.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import type { Result } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
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
