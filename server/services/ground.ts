import { availableParallelism } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../../db/client'
import type { Clock } from '../adapters/clock'
import type { Disk } from '../adapters/file-storage/file-storage'
import type { DemoOrders } from '../adapters/payment-gateway/demo-gateway'
import type { PaymentGateway } from '../adapters/payment-gateway/payment-gateway'
import type { Sender } from '../adapters/sender'
import { watchedSender } from '../adapters/watched'
import type { Config } from '../config'
import type { Course } from '../courses/course'
import { stepForms } from '../domain/application/form/forms'
import { listsOf } from '../domain/application/form/lists'
import { candidateBase } from '../domain/portal/href'
import type { Activity } from '../domain/portal/schedule'
import { academicYearOn } from '../domain/portal/set-up'
import type { SeasonInstants } from '../domain/portal/setting-changes'
import { type RoundPlan, roundActivity, roundNumbers } from '../domain/seats/cap-rounds'
import { createPasswords, hashesAtOnce, type passwordCost } from '../features/accounts/passwords'
import { createAudit } from '../features/audit/service'
import { auditStore } from '../features/audit/store'
import { createContent, inAnotherYear } from '../features/content/service'
import { createSettings } from '../features/content/settings'
import { contentStore } from '../features/content/store'
import { createDirectory } from '../features/directory/service'
import { directoryStore } from '../features/directory/store'
import { archiveIn } from '../features/housekeeping/archive'
import { begin, createIdentity } from '../features/identity/service'
import { limitsStore } from '../features/limits/store'
import { createScheduleDesk } from '../features/notices/schedule-desk'
import { scheduleEffectsStore } from '../features/notices/schedule-effects'
import { createNotices } from '../features/notices/service'
import { noticesStore } from '../features/notices/store'
import { createConsents } from '../features/privacy/consents'
import { privacyStore } from '../features/privacy/store'
import { createReleases } from '../features/release/service'
import { releaseStore } from '../features/release/store'
import { createServiceBanner } from '../features/service-banner/service'
import { serviceBannerStore } from '../features/service-banner/store'
import { createVocabularies } from '../features/vocabularies/service'
import { vocabulariesStore } from '../features/vocabularies/store'
import { addOwnTexts } from '../i18n/texts'
import { soon } from '../kernel/background'
import type { Siblings } from '../kernel/siblings'
import { civilDate } from '../kernel/time'
import { createTroubles } from '../kernel/troubles'
import { openPortalFolder } from '../open-folder'

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
