import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { Tell } from '#server/domain/messages/message-templates.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { AsideStore } from './aside-store'
import type { DownloadStore } from './download-store'
import type { ErasureStore } from './erasure-store'
import type { PrivacyStore } from './store'

export type PrivacyDeps = {
  db: Database
  store: PrivacyStore
  erasure: ErasureStore
  download: DownloadStore
  clock: Clock
  course: Course
  limits: Pick<Limits, 'count'>
  /** The activities of the season that have dates. */
  schedule(): readonly { opensAt: number; closesAt: number | null }[]
  /** The bytes of a kept file. */
  readFile(hash: string): Promise<AsyncIterable<Uint8Array>>
  aside: AsideStore
  /** Deletes files that no row names any more. */
  discardFiles(hashes: readonly string[]): void
  /** Sets files aside that no row names any more; they are deleted after a week. */
  setFilesAside(hashes: readonly string[]): void
  /** Brings files back that rows name again; answers how many. */
  bringFilesBack(): number
  /** Names in published lists were erased: what was made of them is made anew. */
  onNamesErased(): Promise<void>
  /** Ends messages on WhatsApp. */
  endWhatsapp(candidateId: number, language: 'en' | 'mr'): void
  tell: Tell
  record: RecordAct
}
