import { listView } from '#pages/parts/desk/list-view.ts'
import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import { BeginRefund, RefundDecision } from '#server/features/money/refund-requests/schema.ts'
import type { Acted, FormOutcome } from '#server/http/page.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'

export const texts = ['settlement', 'payments', 'list'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.refunds')

/** Refunds that wait for a second person, and the register of all, as the address asks for it. */
export const load = (page: DeskPage) => ({
  list: listView(page, page.services.deskLists.lists.refunds),
  /** From the candidate's page: the number of a receipt. */
  payment: page.query.payment?.slice(0, 20) ?? null,
  waiting: page.services.refundRequests
    .waiting(page.actor)
    .map(({ id, reference, userId, fullName, due, amount, reason, preparedAt, preparedByName, mayRelease }) => ({
      id,
      reference,
      userId,
      fullName,
      due,
      amount,
      reason,
      preparedByName,
      mayRelease,
      preparedAt: formatDateTime(preparedAt, page.language),
    })),
})

export function action(page: DeskPage): Acted {
  const { refundRequests } = page.services
  const here = href(page.cellBase, 'refunds')
  if (page.posted.intent === 'begin') {
    const form = page.form(BeginRefund)
    if (!form.ok) return form
    if (!form.value.agreed) return askBack(page, form.value)
    const done = refundRequests.prepare(page.actor, form.value)
    return done.ok ? page.redirect(here, { type: 'success', key: 'settlement:flash.refund-prepared' }) : done
  }
  const form = page.form(RefundDecision)
  if (!form.ok) return form
  const { intent, request } = form.value
  const done = refundRequests[intent](page.actor, request)
  if (!done.ok) return done
  return page.redirect(here, {
    type: intent === 'release' ? 'success' : 'info',
    key: intent === 'release' ? 'settlement:flash.refund-released' : 'settlement:flash.refund-refused',
  })
}

/** Shows first what goes back to whom, and what follows; nothing is prepared until it is agreed to. */
function askBack(page: DeskPage, wish: BeginRefund): FormOutcome | Acted {
  const { t, language } = page
  const shown = page.services.refundRequests.preview(wish)
  if (!shown.ok) return shown
  const { reference, userId, fullName, due, amount, capturedAt, isAgain } = shown.value
  const { form } = page.invalid({ code: 'malformed', status: 400 })
  return {
    status: 409,
    form: {
      ...form,
      message: null,
      confirm: {
        title: `${userId}, ${fullName}: ${formatRupees(amount)}, ${reference}`,
        lines: [
          t('settlement:begin.of', {
            due: t(`payments:due.${due}`),
            at: capturedAt === null ? '–' : formatDateTime(capturedAt, language),
          }),
          t(isAgain ? 'settlement:begin.again' : 'settlement:begin.counts'),
          t('settlement:begin.whole'),
        ],
        submit: t('settlement:begin.prepare'),
        name: 'agreed',
        value: 'true',
      },
    },
  }
}
