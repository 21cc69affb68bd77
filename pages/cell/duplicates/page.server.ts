import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import type { DeskPage } from '#server/features/index.ts'
import { Dismiss, Reopen } from '#server/features/scrutiny/duplicates/schema.ts'
import type { Suspicion } from '#server/features/scrutiny/duplicates/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['helpdesk', 'list', 'application'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.duplicates')

/** The suspected duplicates within reach, as the address asks for them, and the one that it opens (`?suspicion=`). */
export function load(page: DeskPage) {
  const { services, actor, query } = page
  const opened = services.duplicates.opened(actor, query.suspicion)
  return {
    list: listView(page, services.deskLists.lists.duplicates),
    opened: opened && viewOf(page, opened),
    mayOrder: mayDo(actor.role, 'settings'),
  }
}

/** A suspicion in words. */
function viewOf({ language, services }: DeskPage, { kind, mark, state, foundAt, people, ...judged }: Suspicion) {
  return {
    name: `${kind} ${mark}`,
    kind,
    state,
    found: formatDateTime(foundAt, language),
    people: people.map(({ candidateId, userId, fullName, submittedAt, isExcluded }) => ({
      userId,
      fullName,
      submitted: submittedAt === null ? null : formatDateTime(submittedAt, language),
      state: stateOf(services.application.standing(candidateId).facts),
      isExcluded: isExcluded === 1,
    })),
    dismissed:
      judged.dismissedAt === null
        ? null
        : { at: formatDateTime(judged.dismissedAt, language), name: judged.dismissedByName!, remark: judged.remark! },
  }
}

/** Judges that the persons differ, or takes that back. Two applications of one person are merged by an order. */
export function action(page: DeskPage) {
  const { services, actor } = page
  const here = href(page.cellBase, 'duplicates')
  if (page.posted.intent === 'reopen') {
    const form = page.form(Reopen)
    if (!form.ok) return form
    const result = services.duplicates.reopen(actor, form.value.suspicion)
    return result.ok ? page.redirect(here, { type: 'success', key: 'helpdesk:flash.reopened' }) : result
  }
  const form = page.form(Dismiss)
  if (!form.ok) return form
  const result = services.duplicates.dismiss(actor, form.value)
  return result.ok ? page.redirect(here, { type: 'success', key: 'helpdesk:flash.dismissed' }) : result
}
