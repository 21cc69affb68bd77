import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Audit } from '#server/features/operations/audit/service.ts'
import type { Payments } from '../payments/service'
import type { SettlementStore } from './store'

export type SettlementDeps = {
  db: Database
  store: SettlementStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'applicationIdPrefix' | 'applicationIdYear'>
  payments: Pick<Payments, 'recordRefund' | 'tryKnown'>
  record: RecordAct
  newestAct: Audit['newestOf']
}
