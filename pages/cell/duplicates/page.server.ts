import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import type { MarkKind } from '#server/domain/application/duplicates.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import type { DeskPage } from '#server/features/index.ts'
import { Judgement, Reopen } from '#server/features/scrutiny/duplicates/schema.ts'
import type { Suspicion } from '#server/features/scrutiny/duplicates/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'

export const texts = ['helpdesk', 'list', 'application', 'documents'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.duplicates')

/**
 * The suspected duplicates within reach, as the address asks for them, and the one that it opens (`?suspicion=`): two of its
 * forms side by side (`?userId=&kept=`) with one kind of document of both (`?tab=`).
 */
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
function viewOf(page: DeskPage, suspicion: Suspicion) {
  const { language, services } = page
  const { kind, mark, state, foundAt, people, ...judged } = suspicion
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
    compared: comparedIn(page, suspicion),
    dismissed:
      judged.dismissedAt === null
        ? null
        : { at: formatDateTime(judged.dismissedAt, language), name: judged.dismissedByName!, remark: judged.remark! },
  }
}

/** Two forms of a suspicion; null if orders have left fewer. */
function comparedIn(page: DeskPage, suspicion: Suspicion) {
  const { services, actor, query, language } = page
  const found = services.duplicates.compared(actor, suspicion, [query.userId, query.kept], language)
  if (!found) return null
  const { pair, signs, facts, documents } = found
  const ids = pair.map(({ userId }) => userId)
  const shared = signs.find(({ kind }) => kind === ('document' satisfies MarkKind))?.about
  const shown =
    documents.find(({ name }) => name === query.tab) ?? documents.find(({ name }) => name === shared) ?? documents[0]
  return {
    ids,
    signs: [...new Set(signs.map(({ words }) => words))],
    facts,
    documents: documents.map(({ name, isSameFile }) => ({ name, isSameFile })),
    shown: shown && {
      name: shown.name,
      isSameFile: shown.isSameFile,
      files: ids.map((userId, place) => {
        const held = shown.held[place]
        return { userId, document: held ? { kind: shown.name, ...held } : null }
      }),
    },
  }
}

/** Judges that the persons differ, goes on to the order that leaves one form, or takes a judgement back. */
export function action(page: DeskPage) {
  const { services, actor } = page
  const here = href(page.cellBase, 'duplicates')
  if (page.posted.intent === 'reopen') {
    const form = page.form(Reopen)
    if (!form.ok) return form
    const result = services.duplicates.reopen(actor, form.value.suspicion)
    return result.ok ? page.redirect(here, { type: 'success', key: 'helpdesk:flash.reopened' }) : result
  }
  const form = page.form(Judgement)
  if (!form.ok) return form
  const { intent, suspicion, remark } = form.value
  if (intent === 'same') return order(page, form.value)
  if (remark === undefined)
    return refuse('check-answers', 422, { fields: [{ field: 'remark', code: 'suspicionRemark.required' }] })
  const result = services.duplicates.dismiss(actor, { suspicion, remark })
  return result.ok ? page.redirect(here, { type: 'success', key: 'helpdesk:flash.dismissed' }) : result
}

/** The order that cancels the other form; it gives its own reason, and needs a second person. */
function order(page: DeskPage, { suspicion, kept }: Judgement) {
  const { services, actor, query } = page
  const found = services.duplicates.opened(actor, suspicion)
  if (!found) return refuse('unknown-suspicion', 404)
  if (!mayDo(actor.role, 'settings')) return refuse('suspicion-order', 403)
  const pair = services.duplicates.compared(actor, found, [query.userId, query.kept], page.language)?.pair ?? []
  const other = pair.find(({ userId }) => userId !== kept)
  if (!kept || !other || !pair.some(({ userId }) => userId === kept))
    return refuse('check-answers', 422, { fields: [{ field: 'kept', code: 'suspicionKept.required' }] })
  return page.redirect(
    href(page.cellBase, 'orders', undefined, { kind: 'cancel-application', applicationId: other.userId, kept }),
  )
}
