import { href } from '#pages/ui/href.ts'
import type { DeskListPage } from '#server/domain/desk/waiting.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** The publications that cannot happen, in words, for those who publish. `here`: only those of the page that shows them. */
export const alarmsOf = ({ services, language, cellBase }: DeskPage, here?: DeskListPage) =>
  services.waiting
    .alarms()
    .filter(({ page }) => here === undefined || page === here)
    .map(({ activity, dueAt, fault, isMissed, page }) => ({
      title: services.notices.activity(activity)?.title[language] ?? activity,
      at: dueAt === null ? null : formatDateTime(dueAt, language),
      fault,
      isMissed,
      href: here ? null : href(cellBase, page),
    }))
