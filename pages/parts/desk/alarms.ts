import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** The publications that cannot happen, in words, for those who publish. */
export const alarmsOf = ({ services, language, cellBase }: DeskPage) =>
  services.waiting.alarms().map(({ activity, dueAt, fault, isMissed, page }) => ({
    title: services.notices.activity(activity)?.title[language] ?? activity,
    at: dueAt === null ? null : formatDateTime(dueAt, language),
    fault,
    isMissed,
    href: href(cellBase, page),
  }))
