import { availableParallelism } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Disk } from '#server/adapters/file-storage/file-storage.ts'
import type { DemoOrders } from '#server/adapters/payment-gateway/demo-gateway.ts'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { Sender } from '#server/adapters/sender.ts'
import { watchedSender } from '#server/adapters/watched.ts'
import type { Config } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import { stepForms } from '#server/domain/application/form/forms.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { academicYearOn } from '#server/domain/season/set-up.ts'
import type { SeasonInstants } from '#server/domain/season/setting-changes.ts'
import { type RoundPlan, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import type { Activity } from '#server/domain/terms/schedule.ts'
import { createPasswords, hashesAtOnce, type passwordCost } from '#server/features/accounts/accounts/passwords.ts'
import { limitsStore } from '#server/features/accounts/limits/store.ts'
import { createVocabularies } from '#server/features/application/vocabularies/service.ts'
import { vocabulariesStore } from '#server/features/application/vocabularies/store.ts'
import { createContent, inAnotherYear } from '#server/features/content/content/service.ts'
import { createSettings } from '#server/features/content/content/settings.ts'
import { contentStore } from '#server/features/content/content/store.ts'
import { createScheduleDesk } from '#server/features/content/notices/schedule-desk.ts'
import { scheduleEffectsStore } from '#server/features/content/notices/schedule-effects.ts'
import { createNotices } from '#server/features/content/notices/service.ts'
import { noticesStore } from '#server/features/content/notices/store.ts'
import { createServiceBanner } from '#server/features/content/service-banner/service.ts'
import { serviceBannerStore } from '#server/features/content/service-banner/store.ts'
import { createReleases } from '#server/features/desk/release/service.ts'
import { releaseStore } from '#server/features/desk/release/store.ts'
import { createAudit } from '#server/features/operations/audit/service.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { archiveIn } from '#server/features/operations/housekeeping/archive.ts'
import { begin, createIdentity } from '#server/features/operations/identity/service.ts'
import { createConsents } from '#server/features/privacy/privacy/consents.ts'
import { privacyStore } from '#server/features/privacy/privacy/store.ts'
import { createDirectory } from '#server/features/seats/directory/service.ts'
import { directoryStore } from '#server/features/seats/directory/store.ts'
import { addOwnTexts } from '#server/i18n/texts.ts'
import { soon } from '#server/kernel/background.ts'
import type { Siblings } from '#server/kernel/siblings.ts'
import { civilDate } from '#server/kernel/time.ts'
import { createTroubles } from '#server/kernel/troubles.ts'
import { openPortalFolder } from '#server/process/open-folder.ts'

import { sendersOf } from './adapters'

export type ServicesDeps = {
  course: Course
  config: Config
  clock: Clock
  /** The folder of the generated SQL. */
  migrations: string
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
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
  senders?: Record<'sms' | 'whatsapp' | 'email', Sender>
  gateway?: PaymentGateway
  hashing?: { cost: typeof passwordCost; concurrency: number }
  disk?: Disk
  pause?: (milliseconds: number) => Promise<void>
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** The database of a portal's folder, or the image that a test provides. */
function openPortal(
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

/** The instants of the schedule that fix values of the season. */
function instantsOf(rounds: RoundPlan, activity: (key: string) => Activity | undefined): SeasonInstants {
  const opening = (key: string): number | null => activity(key)?.opensAt ?? null
  return {
    provisionalMerit: opening('provisional-merit'),
    finalMerit: opening('final-merit'),
    options: roundNumbers(rounds).map((round) => opening(roundActivity(round, 'options'))),
    allotments: roundNumbers(rounds).map((round) => opening(roundActivity(round, 'allotment'))),
  }
}

/** What every wing is built on: the database, the clock, the audit log, and what the cell keeps for all pages. */
export function openGround(deps: ServicesDeps) {
  const { config, clock, log, publicUrl, siblings } = deps
  addOwnTexts(deps.course.words ?? {})
  const folder = path.join(config.dataDir, deps.course.slug)
  const archive = archiveIn(folder)
  const isDated = deps.isDated ?? config.mode === 'demo'
  const firstYear = isDated ? deps.course.academicYear : academicYearOn(civilDate(clock.portal()))
  const { db, release, markYear } = openPortal(
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
  const limits = limitsStore(db)
  const troubles = createTroubles({ slug: deps.course.slug, now: clock.real, siblings, log })
  const { sms, whatsapp, email } = deps.senders ?? sendersOf(config)
  const listeners: (() => void)[] = []
  const changedElsewhere = `public pages of ${deps.course.slug}`
  const tellListeners = () => {
    for (const tell of listeners) tell()
  }
  const publicChanged = () => {
    tellListeners()
    // Transactions are synchronous: the one that this may be part of has been committed by then.
    soon('telling the other processes', log, () => siblings.tell(changedElsewhere))
  }
  siblings.onTold(changedElsewhere, () => {
    db.lookAnew()
    tellListeners()
  })
  const audit = createAudit({ db, store: auditStore(db), clock })
  const editing = { db, clock, record: audit.record, onChanged: publicChanged }
  const contentRows = contentStore(db)
  const vocabularies = createVocabularies({
    store: vocabulariesStore(db),
    clock,
    forms: () => Object.values(stepForms(content.course.form)),
    onChanged: publicChanged,
  })
  const content = createContent({ store: contentRows, clock, defaults, lists: vocabularies.lists(listsOf({})) })
  const { course } = content
  const releases = createReleases({ db, store: releaseStore(db), clock, course, record: audit.record, log })
  const noticesRows = noticesStore(db)
  const notices = createNotices({ ...editing, store: noticesRows, course })
  notices.fillFromDefaults({ isDated })
  if ((deps.isOpened ?? config.mode === 'demo') && !archive && !contentRows.isOpened())
    db.transact(() => contentRows.open(clock.portal()))
  /** The number of rounds in the newest version of the setting, or in one before it. */
  const roundsPlanned = (place = -1) =>
    (contentRows.versions('rounds').at(place)?.value ?? content.initial.rounds).plan.length
  const settings = createSettings({
    ...editing,
    store: contentRows,
    defaults,
    content,
    releases,
    instants: () => instantsOf(course.rounds, notices.activity),
    isOpened: () => archive !== null || contentRows.isOpened(),
    onSet(setting) {
      if (setting === 'year') {
        const { academicYear } = contentRows.versions('year').at(-1)!.value
        identity.moveTo(academicYear)
        markYear(academicYear)
      }
      if (setting === 'rounds') {
        const [effectiveAt, to] = [contentRows.versions('rounds').at(-1)!.effectiveAt, roundsPlanned()]
        notices.changeRounds({ from: roundsPlanned(-2), to, effectiveAt })
      }
    },
  })
  const privacyRows = privacyStore(db)
  const directory = createDirectory({ ...editing, store: directoryStore(db), course })
  if (isDated) directory.fillFromDefaults()
  const scheduleDesk = createScheduleDesk({
    ...editing,
    store: noticesRows,
    effects: scheduleEffectsStore(db),
    releases,
    rounds: () => Math.max(course.rounds.length, roundsPlanned()),
    change: notices.change,
  })
  const serviceBanner = createServiceBanner({
    db,
    store: serviceBannerStore(db),
    clock,
    record: audit.record,
    onChanged: publicChanged,
  })
  return {
    config,
    clock,
    course,
    folder,
    /** Not null for a portal that was restored from an archive: nothing in it may change. */
    archive,
    db,
    release,
    identity,
    limits,
    log,
    siblings,
    publicUrl,
    audit,
    editing,
    contentRows,
    privacyRows,
    consents: createConsents({ store: privacyRows, clock }),
    content,
    notices,
    directory,
    publicChanged,
    /** Told after every change of what the public pages say. */
    whenPublicChanges: (tell: () => void): void => void listeners.push(tell),
    serviceBanner,
    releases,
    settings,
    scheduleDesk,
    vocabularies,
    defaults,
    passwords: createPasswords({
      concurrency: hashesAtOnce(availableParallelism(), config.workers),
      ...deps.hashing,
      pause: deps.pause,
    }),
    linkBase: () => `${publicUrl()}${candidateBase(course.slug)}`,
    troubles,
    senders: {
      sms: watchedSender(sms, 'sms', troubles),
      whatsapp: watchedSender(whatsapp, 'whatsapp', troubles),
      email: watchedSender(email, 'email', troubles),
    },
    gateway: deps.gateway,
    demoOrders: deps.demoOrders,
    disk: deps.disk,
    pause: deps.pause ?? pause,
  }
}

export type Ground = ReturnType<typeof openGround>
