import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import type { Scrutiny } from '#server/features/scrutiny/scrutiny/service.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { SeatAcceptance } from '../seat-acceptance/service'
import type { ApprovalList } from './approval-list'
import type { AdmissionReportsStore } from './store'

export type AdmissionReportsDeps = Pick<Scrutiny, 'shownFacts'> & {
  db: Database
  store: AdmissionReportsStore
  clock: Pick<Clock, 'portal'>
  acceptance: Pick<SeatAcceptance, 'newestRound' | 'seatsOfRound' | 'seatsAt'>
  documents: Pick<Documents, 'view'>
  /** Null when the press is full. */
  print(list: ApprovalList, language: Language): Promise<Uint8Array | null>
  record: RecordAct
}
