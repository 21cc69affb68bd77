import { slotLengths } from '../../../server/domain/scrutiny/appointments'
import { CapacityForm, SlotPlanForm } from '../../../server/features/centres/schema'
import type { FormOutcome } from '../../../server/http/page'
import { formatDate, formatDateTime, formatTime } from '../../../server/i18n/format'
import { civilDate, ist } from '../../../server/kernel/time'
import type { DeskPage } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['centres'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.slots')

/** The centre in the address; only officers without a centre may name one. */
const codeOf = ({ query }: DeskPage) => query.centre ?? null

/** The days and slots of a centre. An officer without a centre chooses one first. */
export function load({ services, query, language, actor }: DeskPage) {
  const { centres, directory, clock } = services
  const code = centres.slotsCentre(actor, query.centre ?? null)
  const found = code === null ? null : centres.slotsOf(actor, code, query.day)
  const { days, slots } = found?.ok ? found.value : { days: [], slots: [] }
  return {
    centres:
      actor.centre === null
        ? directory.centres().map(({ code, name }) => ({ code, name: `${code} · ${name[language]}` }))
        : [],
    centre: code === null ? null : { code, name: directory.centre(code)!.name[language] },
    today: civilDate(clock.portal()),
    days: days.map((day) => ({ ...day, name: formatDate(ist(day.day), language) })),
    day:
      query.day !== undefined && slots.length ? { day: query.day, name: formatDate(ist(query.day), language) } : null,
    slots: slots.map(({ id, startsAt, endsAt, capacity, booked }) => ({
      id,
      hours: `${formatTime(startsAt)}–${formatTime(endsAt)}`,
      capacity,
      booked,
    })),
    lengths: slotLengths,
  }
}

export function action(page: DeskPage) {
  const { services, query, cellBase } = page
  const { intent } = page.posted
  const { centre, day } = query
  const here = href(cellBase, 'slots', undefined, { centre, day })
  if (intent === 'capacity') {
    const form = page.form(CapacityForm)
    if (!form.ok) return page.invalid(form.refusal)
    const set = services.centres.setCapacity(page.actor, form.value)
    if (!set.ok) return page.invalid(set.refusal)
    return page.redirect(here, { type: 'success', key: 'centres:flash.capacity' })
  }
  const form = page.form(SlotPlanForm)
  if (!form.ok) return page.invalid(form.refusal)
  const preview = services.centres.previewSlots(page.actor, codeOf(page), form.value)
  if (!preview.ok) return page.invalid(preview.refusal)
  const key = keyOf(preview.value)
  if (page.posted.agreed !== key) return askFirst(page, preview.value, key)
  const set = services.centres.setSlots(page.actor, codeOf(page), form.value)
  if (!set.ok) return page.invalid(set.refusal)
  return page.redirect(href(cellBase, 'slots', undefined, { centre, day: form.value.firstDay }), {
    type: 'success',
    key: 'centres:flash.slots',
    values: set.value,
  })
}

type Preview = Extract<ReturnType<DeskPage['services']['centres']['previewSlots']>, { ok: true }>['value']

/** What the officer agrees to: another booking in between asks again. */
const keyOf = ({ added, changed, affected }: Preview): string =>
  [added, changed, ...affected.map(({ userId }) => userId)].join(' ')

/** The most candidates named in a preview; the rest are counted. */
const mostNamed = 20

/** Shows who is affected before anything is set. */
function askFirst({ t, language, posted }: DeskPage, { added, changed, affected }: Preview, key: string): FormOutcome {
  const named = affected
    .slice(0, mostNamed)
    .map(({ userId, fullName, startsAt }) =>
      t('centres:slots.affected', { userId, name: fullName, at: formatDateTime(startsAt, language) }),
    )
  const more = affected.length - named.length
  const lines = [
    t('centres:slots.added', { count: added }),
    t('centres:slots.changed', { count: changed }),
    affected.length ? t('centres:slots.booked-in', { count: affected.length }) : t('centres:slots.nobody'),
    ...named,
    ...(more > 0 ? [t('centres:slots.more', { count: more })] : []),
  ]
  const values = Object.fromEntries(
    Object.entries(posted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const confirm = {
    title: t('centres:slots.preview'),
    lines,
    submit: t('centres:slots.agree'),
    name: 'agreed',
    value: key,
  }
  return { status: 409, form: { values, errors: [], message: null, confirm } }
}
