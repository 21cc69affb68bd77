import { type LoginLink, loginLinks } from '../../../server/domain/portal/menu'
import { ContactChange, FeesChange, LoginLinksChange } from '../../../server/features/content/schema'
import { formatDateTime, formatRupees } from '../../../server/i18n/format'
import { inRupees } from '../../../server/kernel/money'
import type { DeskPage } from '../../../server/services'
import { askBack, showFirst } from '../../parts/content/confirm.server'
import { href } from '../../ui/href'

export const texts = ['content'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.settings')

/** The current contact details and login links, and every version of the fees. */
export function load({ services, language }: DeskPage) {
  const { content } = services
  const { versions, current } = content.fees()
  const now = versions.find(({ version }) => version === current)!
  const links = content.loginLinks()
  return {
    contact: content.contact(),
    links: loginLinks.map((link) => ({ link, address: links[link] ?? '' })),
    fees: {
      open: String(inRupees(now.open)),
      reserved: String(inRupees(now.reserved)),
      versions: versions.map(({ version, open, reserved, effectiveAt }) => ({
        version,
        from: effectiveAt === null ? null : formatDateTime(effectiveAt, language),
        open: formatRupees(open),
        reserved: formatRupees(reserved),
        isCurrent: version === current,
      })),
    },
  }
}

/** The hidden field `intent` names the form. */
export function action(page: DeskPage) {
  const { intent } = page.posted
  if (intent === 'contact') return saveContact(page)
  return intent === 'login-links' ? saveLinks(page) : setFees(page)
}

const here = ({ cellBase }: DeskPage) => href(cellBase, 'settings')

function saveContact(page: DeskPage) {
  const form = page.form(ContactChange)
  if (!form.ok) return page.invalid(form.refusal)
  const { phone, email, hoursEn, hoursMr, officerEn, officerMr, officerEmail, confirmed } = form.value
  const { t } = page
  if (!confirmed)
    return showFirst(page, [
      `${t('content:contact.phone')}: ${phone}`,
      `${t('content:contact.email')}: ${email}`,
      ...[hoursEn, hoursMr, officerEn, officerMr],
      `${t('content:contact.officer-email')}: ${officerEmail}`,
    ])
  page.services.content.setContact(page.actor, form.value)
  return page.redirect(here(page), { type: 'success', key: 'content:flash.contact-saved' })
}

function saveLinks(page: DeskPage) {
  const form = page.form(LoginLinksChange)
  if (!form.ok) return page.invalid(form.refusal)
  const { t } = page
  const leadsTo = (link: LoginLink) => `${t(`shell:menu.${link}`)}: ${form.value[link] ?? t('content:links.own-desk')}`
  if (!form.value.confirmed) return showFirst(page, loginLinks.map(leadsTo))
  page.services.content.setLoginLinks(page.actor, form.value)
  return page.redirect(here(page), { type: 'success', key: 'content:flash.links-saved' })
}

function setFees(page: DeskPage) {
  const { services, language, t } = page
  const form = page.form(FeesChange)
  if (!form.ok) return page.invalid(form.refusal)
  const planned = services.content.plannedFees(form.value)
  if (!planned.ok) return page.invalid(planned.refusal)
  const { open, reserved, effectiveAt } = planned.value
  const agreed = `${inRupees(open)} ${inRupees(reserved)} ${form.value.date ?? ''}`.trim()
  if (form.value.confirmed !== agreed) {
    const before = services.course.applicationFees
    return askBack(page.posted, {
      title: t('content:fees.confirm-title'),
      lines: [
        t('content:fees.confirm-open', { before: formatRupees(before.open), after: formatRupees(open) }),
        t('content:fees.confirm-reserved', { before: formatRupees(before.reserved), after: formatRupees(reserved) }),
        t('content:fees.confirm-from', { time: formatDateTime(effectiveAt, language) }),
        t('content:fees.about'),
      ],
      submit: t('content:fees.confirm'),
      name: 'confirmed',
      value: agreed,
    })
  }
  const done = services.content.setFees(page.actor, form.value)
  if (!done.ok) return page.invalid(done.refusal)
  return page.redirect(here(page), { type: 'success', key: 'content:flash.fees-set' })
}
