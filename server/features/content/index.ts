import { listsOf } from '#server/domain/application/form/lists.ts'
import { instantsOf } from '#server/domain/season/setting-changes.ts'
import type { ApplicationArea } from '#server/features/application/index.ts'
import type { createVocabularies } from '#server/features/application/vocabularies/service.ts'
import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { OpenPortal } from '#server/features/open-portal.ts'
import type { OperationsArea } from '#server/features/operations/index.ts'
import type { Language } from '#server/kernel/languages.ts'
import { createCellPictures } from './content/cell-pictures'
import { orderNews } from './content/order-news'
import { createPublicFiles } from './content/public-files'
import { createContent } from './content/service'
import { createSetUp } from './content/set-up'
import { type ChangeByOrder, createSettings } from './content/settings'
import { contentStore } from './content/store'
import { createScheduleDesk } from './notices/schedule-desk'
import { scheduleEffectsStore } from './notices/schedule-effects'
import { createNotices } from './notices/service'
import { noticesStore } from './notices/store'
import { createServiceBanner } from './service-banner/service'
import { serviceBannerStore } from './service-banner/store'

/** What the content asks of the areas that are put together later: to write to the candidates whom a change concerns. */
export type ContentLater = {
  tellOfOrder(change: ChangeByOrder, words: Record<Language, ReturnType<typeof orderNews>>): void
}

/** What the cell keeps for all pages: the values of the season, the schedule, notices, and the banner. */
export function composeContent(
  portal: OpenPortal,
  vocabularies: Pick<ReturnType<typeof createVocabularies>, 'lists'>,
  later: ContentLater,
) {
  const { archive, clock, db, defaults, editing, identity, isDated, isOpened, markYear, releases } = portal
  const contentRows = contentStore(db)
  const content = createContent({ store: contentRows, clock, defaults, lists: vocabularies.lists(listsOf({})) })
  const { course } = content
  const noticesRows = noticesStore(db)
  const notices = createNotices({ ...editing, store: noticesRows, course })
  notices.fillFromDefaults({ isDated })
  if (isOpened && !archive && !contentRows.isOpened()) db.transact(() => contentRows.open(clock.portal()))
  const settings = createSettings({
    ...editing,
    store: contentRows,
    defaults,
    content,
    releases,
    instants: () => instantsOf(course.rounds, notices.activity),
    isOpened: () => archive !== null || contentRows.isOpened(),
    onYear(academicYear) {
      identity.moveTo(academicYear)
      markYear(academicYear)
    },
    onRounds: notices.changeRounds,
    onOrder(change) {
      const words = { en: orderNews(change, course, 'en'), mr: orderNews(change, course, 'mr') }
      notices.announce(words)
      later.tellOfOrder(change, words)
    },
  })
  const scheduleDesk = createScheduleDesk({
    ...editing,
    store: noticesRows,
    effects: scheduleEffectsStore(db),
    releases,
    rounds: settings.mostRounds,
    change: notices.change,
  })
  const serviceBanner = createServiceBanner({ ...editing, store: serviceBannerStore(db) })
  return { content, contentRows, course, notices, settings, scheduleDesk, serviceBanner }
}

/** Files and pictures that the cell publishes, checked like those of candidates. */
export function composeCellFiles(
  { contentRows, editing }: Base,
  { documents, fileStorage }: Pick<ApplicationArea, 'documents' | 'fileStorage'>,
) {
  const store = contentRows
  const publicFiles = createPublicFiles({ ...editing, store, files: fileStorage, check: documents.checkPdf })
  const cellPictures = createCellPictures({ ...editing, store, redraw: documents.redrawCellPicture })
  return { publicFiles, cellPictures }
}

export type CellFiles = ReturnType<typeof composeCellFiles>

/** The set-up of an empty portal, which looks at every other part. */
export function composeSetUp(
  base: Base,
  { templates, messages }: MessagesArea,
  { housekeeping }: OperationsArea,
  gateway: Parameters<typeof createSetUp>[0]['gateway'],
) {
  const { contentRows, course, defaults, directory, editing, notices, releases, senders, settings } = base
  const setUp = createSetUp({
    ...editing,
    store: contentRows,
    defaults,
    releases,
    course,
    notices,
    valueNow: settings.valueNow,
    directory,
    templates,
    housekeeping,
    senders,
    preview: messages.preview,
    gateway,
  })
  return { setUp }
}

export type SetUpArea = ReturnType<typeof composeSetUp>
