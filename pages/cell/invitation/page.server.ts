import { href } from '#pages/ui/href.ts'
import { staffOriginOf } from '#server/features/desk/staff/http-session.ts'
import { InvitationAnswer } from '#server/features/desk/staff/schema.ts'
import type { DeskDoor } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { inPortalTime } from '#server/kernel/time.ts'

type Shown = DeskDoor<'invitation'>

export const texts = ['staff'] as const
export const title = ({ t }: Shown) => t('staff:invitation.title')

const codes = ['invitation-used', 'invitation-withdrawn', 'invitation-over'] as const

/** What a link opens, or why it opens nothing. Only the form changes anything: scanners of mail read links, too. */
export function load({ services, query, language, t }: Shown) {
  const read = services.staff.invitations.read(query.token ?? '')
  if (!read.ok) {
    const code = codes.find((one) => one === read.refusal.code) ?? 'invitation-unknown'
    return { refusal: t(`staff:refusal.${code}`), account: null }
  }
  const { endsAt, ...account } = read.value
  return {
    refusal: null,
    account: { ...account, ends: formatDateTime(inPortalTime(endsAt, services.clock), language) },
  }
}

/** Opens the account with its owner's password and leads to the second factor. */
export async function action(page: Shown) {
  const form = page.form(InvitationAnswer)
  if (!form.ok) return form
  const { staff } = page.services
  const opened = await staff.invitations.accept(
    page.query.token ?? '',
    form.value.password,
    staffOriginOf(page.request),
  )
  if (!opened.ok) return opened
  page.cookies.desk.write(page.reply, opened.value)
  return page.redirect(href(page.cellBase, 'account'), { type: 'success', key: 'staff:flash.invitation-used' })
}
