import { availableParallelism } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#db/client.ts'
import { sendersOf } from '#server/adapters/chosen.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Disk } from '#server/adapters/file-storage/file-storage.ts'
import type { DemoOrders } from '#server/adapters/payment-gateway/demo-gateway.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { Sender } from '#server/adapters/sender.ts'
import { watchedSender } from '#server/adapters/watched.ts'
import type { Config } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import type { MessageChannel } from '#server/domain/messages/message-templates.ts'
import { academicYearOn } from '#server/domain/season/set-up.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import { createPasswords, hashesAtOnce, type passwordCost } from '#server/features/accounts/accounts/passwords.ts'
import { limitsStore } from '#server/features/accounts/limits/store.ts'
import { inAnotherYear } from '#server/features/content/content/service.ts'
import { createReleases } from '#server/features/desk/release/service.ts'
import { releaseStore } from '#server/features/desk/release/store.ts'
import { createAudit } from '#server/features/operations/audit/service.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { archiveIn } from '#server/features/operations/housekeeping/archive.ts'
import { begin, createIdentity } from '#server/features/operations/identity/service.ts'
import { addOwnTexts } from '#server/i18n/texts.ts'
import { type Log, soon } from '#server/kernel/background.ts'
import type { Siblings } from '#server/kernel/siblings.ts'
import { civilDate } from '#server/kernel/time.ts'
import { createTroubles } from '#server/kernel/troubles.ts'
import { openPortalFolder } from './open-folder'

type Senders = Record<MessageChannel, Sender>

export type ServicesDeps = {
  course: Course
  config: Config
  clock: Clock
  /** The folder of the generated SQL. */
  migrations: string
  log: Log
  /** The other processes that serve the folder. */
  siblings: Siblings
  /** The origin of links in messages, known once the server listens. */
  publicUrl(): string
  /** The order store of the demo's payment gateway; only the demo has one. */
  demoOrders?(db: Database): DemoOrders
  /** For tests: a cloned database, controllable senders, cheap hashing, no pauses. */
  database?: Buffer
  /** A new portal begins with the dates of its course. Without it, a demo does. */
  isDated?: boolean
  /** Whether a new portal is open at once; by default only that of a demo. A cell sets its own up and opens it. */
  isOpened?: boolean
  senders?: Senders
  gateway?: PaymentGateway
  hashing?: { cost: typeof passwordCost; concurrency: number }
  disk?: Disk
  pause?: (milliseconds: number) => Promise<void>
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The database of a portal's folder, or the image that a test provides. */
function openDatabaseOf(
  { course, config, clock, migrations, database, log }: ServicesDeps,
  academicYear: string,
  folder: string,
  isArchive: boolean,
) {
  const wanted = { profile: course.slug, academicYear, mode: config.mode }
  const now = clock.real()
  if (!database)
    return openPortalFolder(folder, wanted, {
      migrations,
      now,
      course,
      backups: path.join(config.backups.dir, course.slug),
      isArchive,
      log,
    })
  const db = openDatabase(database, migrations)
  begin(db, wanted, now)
  return { db, release() {}, markYear() {} }
}

/** Announces changes of what the public pages say, to this process and to the others that serve the folder. */
function announcePublicChanges({ course, siblings, log }: ServicesDeps, db: Database) {
  const listeners: (() => void)[] = []
  const topic = `public pages of ${course.slug}`
  const tellListeners = () => {
    for (const tell of listeners) tell()
  }
  siblings.onTold(topic, () => {
    db.lookAnew()
    tellListeners()
  })
  return {
    publicChanged(): void {
      tellListeners()
      // Transactions are synchronous: the one that this may be part of has been committed by then.
      soon('telling the other processes', log, () => siblings.tell(topic))
    },
    /** Told after every change of what the public pages say. */
    whenPublicChanges: (tell: () => void): void => void listeners.push(tell),
  }
}

/** The ways that messages leave by. Each reports when it fails, but for push, where every browser's vendor is another provider. */
const watchedSenders = (
  { sms, whatsapp, email, push }: Senders,
  troubles: ReturnType<typeof createTroubles>,
): Senders => ({
  sms: watchedSender(sms, 'sms', troubles),
  whatsapp: watchedSender(whatsapp, 'whatsapp', troubles),
  email: watchedSender(email, 'email', troubles),
  push,
})

/** An open portal: its folder and database, the clock, the audit log, the releases, and the ways out of the house. */
export function openPortal(deps: ServicesDeps) {
  const { config, clock, log, publicUrl, siblings } = deps
  addOwnTexts(deps.course.words ?? {})
  const folder = path.join(config.dataDir, deps.course.slug)
  const archive = archiveIn(folder)
  const isDated = deps.isDated ?? config.mode === 'demo'
  const firstYear = isDated ? deps.course.academicYear : academicYearOn(civilDate(clock.portal()))
  const { db, release, markYear } = openDatabaseOf(
    deps,
    archive?.course.academicYear ?? firstYear,
    folder,
    archive !== null,
  )
  const identity = createIdentity(db)
  // A field that later versions added is missing in an archive.
  const defaults: Course = archive
    ? { ...deps.course, ...archive.course }
    : inAnotherYear(deps.course, identity.academicYear)
  const troubles = createTroubles({ slug: deps.course.slug, now: clock.real, siblings, log })
  const announcer = announcePublicChanges(deps, db)
  const audit = createAudit({ db, store: auditStore(db), clock })
  return {
    config,
    clock,
    folder,
    /** Not null for a portal that was restored from an archive: nothing in it may change. */
    archive,
    db,
    release,
    markYear,
    identity,
    /** The profile and the season that the portal was created with. */
    defaults,
    isDated,
    /** Opens a new portal at once, without two people of its cell. */
    isOpened: deps.isOpened ?? config.mode === 'demo',
    limits: limitsStore(db),
    log,
    siblings,
    publicUrl,
    audit,
    ...announcer,
    editing: { db, clock, record: audit.record, onChanged: announcer.publicChanged },
    releases: createReleases({ db, store: releaseStore(db), clock, course: defaults, record: audit.record, log }),
    passwords: createPasswords({
      concurrency: hashesAtOnce(availableParallelism(), config.workers),
      ...deps.hashing,
      pause: deps.pause,
    }),
    linkBase: () => `${publicUrl()}${candidateBase(deps.course.slug)}`,
    troubles,
    senders: watchedSenders(deps.senders ?? sendersOf(config), troubles),
    gateway: deps.gateway,
    demoOrders: deps.demoOrders,
    disk: deps.disk,
    pause: deps.pause ?? pause,
  }
}

export type OpenPortal = ReturnType<typeof openPortal>
