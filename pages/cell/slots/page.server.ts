import { href } from '#pages/ui/href.ts'
import { type Slot, slotLengths } from '#server/domain/scrutiny/appointments.ts'
import type { DeskPage } from '#server/features/index.ts'
import { CapacityForm, CloseDayForm, SlotPlanForm } from '#server/features/scrutiny/centres/schema.ts'
import type { AffectedVisitor } from '#server/features/scrutiny/centres/slots.ts'
import type { Flash, FormOutcome } from '#server/http/page.ts'
import { formatDate, formatDateTime, formatTime } from '#server/i18n/format.ts'
import { civilDate, ist } from '#server/kernel/time.ts'

export const texts = ['centres'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.slots')

/** The centre in the address; only officers without a centre may name one. */
const codeOf = ({ query }: DeskPage) => query.centre ?? null

const hoursOf = ({ startsAt, endsAt }: Pick<Slot, 'startsAt' | 'endsAt'>): string =>
  `${formatTime(startsAt)}–${formatTime(endsAt)}`

/** The days and slots of a centre. An officer without a centre chooses one first. */
export function load({ services, query, language, actor }: DeskPage) {
  const { centres, directory, clock } = services
  const code = centres.slotsCentre(actor, query.centre ?? null)
  const found = code === null ? null : centres.slotsOf(actor, code, query.day)
  const over = centres.checkedUntil()
  const { days, slots } = found?.ok ? found.value : { days: [], slots: [] }
  return {
    centres:
      actor.centre === null
        ? directory.centres().map(({ code, name }) => ({ code, name: `${code} · ${name[language]}` }))
        : [],
    centre: code === null ? null : { code, name: directory.centre(code)!.name[language] },
    over: over === null ? null : formatDateTime(over, language),
    today: civilDate(clock.portal()),
    days: days.map((day) => ({ ...day, name: formatDate(ist(day.day), language) })),
    day:
      query.day !== undefined && slots.length ? { day: query.day, name: formatDate(ist(query.day), language) } : null,
    slots: slots.map(({ id, startsAt, endsAt, capacity, booked }) => ({
      id,
      hours: hoursOf({ startsAt, endsAt }),
      capacity,
      booked,
    })),
    mayClose: slots.some(({ startsAt, capacity, booked }) => startsAt > clock.portal() && capacity > booked),
    lengths: slotLengths,
  }
}

export function action(page: DeskPage) {
  if (page.posted.intent === 'close-day') return closeDay(page)
  return page.posted.intent === 'capacity' ? setCapacity(page) : setPlan(page)
}

/** Closes a day once the officer has seen what that changes. */
function closeDay(page: DeskPage) {
  const { services, actor, query, cellBase, t } = page
  const form = page.form(CloseDayForm)
  if (!form.ok) return form
  const { day } = form.value
  const preview = services.centres.previewClosing(actor, codeOf(page), form.value)
  if (!preview.ok) return preview
  const { slots, affected } = preview.value
  const key = keyOf([day, ...slots.map(({ id }) => id)], affected)
  if (page.posted.agreed !== key) {
    const lines = [
      t('centres:slots.closing', { count: slots.length }),
      affected.length ? t('centres:slots.booked-on', { count: affected.length }) : t('centres:slots.nobody'),
      ...named(page, affected),
    ]
    return askFirst(page, lines, t('centres:slots.agree-close'), key)
  }
  const closed = services.centres.closeDay(actor, codeOf(page), form.value)
  if (!closed.ok) return closed
  return page.redirect(href(cellBase, 'slots', undefined, { centre: query.centre, day }), {
    type: 'success',
    key: 'centres:flash.day-closed',
    values: closed.value,
  })
}

/** Sets the places of one slot; asks first if candidates have booked it and it loses places. */
function setCapacity(page: DeskPage) {
  const { services, actor, query, cellBase, t, language } = page
  const form = page.form(CapacityForm)
  if (!form.ok) return form
  const preview = services.centres.previewCapacity(actor, form.value)
  if (!preview.ok) return preview
  const { slot, affected } = preview.value
  const { places } = form.value
  const key = keyOf([slot.id, places], affected)
  if (affected.length > 0 && page.posted.agreed !== key) {
    const what = {
      day: formatDate(slot.startsAt, language),
      hours: hoursOf(slot),
      count: places,
      before: slot.capacity,
    }
    const lines = [
      t('centres:slots.places-now', what),
      ...(places === slot.booked ? [t('centres:slots.closed')] : []),
      t('centres:slots.booked-here', { count: affected.length }),
      ...named(page, affected),
    ]
    return askFirst(page, lines, t('centres:slots.agree-places'), key)
  }
  const set = services.centres.setCapacity(actor, form.value)
  if (!set.ok) return set
  const here = href(cellBase, 'slots', undefined, { centre: query.centre, day: query.day })
  return page.redirect(here, { type: 'success', ...saidOf(set.value) })
}

/** Sets the same slots on several days, once the officer has agreed to the preview. */
function setPlan(page: DeskPage) {
  const { services, actor, query, cellBase, t } = page
  const form = page.form(SlotPlanForm)
  if (!form.ok) return form
  const preview = services.centres.previewSlots(actor, codeOf(page), form.value)
  if (!preview.ok) return preview
  const { added, changed, affected } = preview.value
  const { firstDay, lastDay, from, until, minutes, capacity } = form.value
  const key = keyOf([firstDay, lastDay, from, until, minutes, capacity, added, changed], affected)
  if (page.posted.agreed !== key) {
    const told = affected.filter(({ effect }) => effect === 'new-end').length
    const lines = [
      t('centres:slots.added', { count: added }),
      t('centres:slots.changed', { count: changed }),
      affected.length ? t('centres:slots.booked-in', { count: affected.length }) : t('centres:slots.nobody'),
      ...named(page, affected),
      ...(told > 0 ? [t('centres:slots.told', { count: told })] : []),
    ]
    return askFirst(page, lines, t('centres:slots.agree'), key)
  }
  const set = services.centres.setSlots(actor, codeOf(page), form.value)
  if (!set.ok) return set
  return page.redirect(href(cellBase, 'slots', undefined, { centre: query.centre, day: firstDay }), {
    type: 'success',
    key: 'centres:flash.slots',
    values: set.value,
  })
}

/** What the officer agrees to: another value, or another booking in between, asks again. */
const keyOf = (values: readonly (string | number)[], affected: readonly AffectedVisitor[]): string =>
  [...values, ...affected.map(({ userId }) => userId)].join(' ')

/** The most candidates named in a preview; the rest are counted. */
const mostNamed = 20

/** The candidates whom a change concerns, first those whose appointment ends at another time. */
function named({ t, language }: DeskPage, affected: readonly AffectedVisitor[]): string[] {
  const ordered = [
    ...affected.filter(({ effect }) => effect === 'new-end'),
    ...affected.filter(({ effect }) => effect !== 'new-end'),
  ]
  const names = ordered.slice(0, mostNamed).map(({ userId, fullName: name, effect, startsAt, before, until }) => {
    const at = formatDateTime(startsAt, language)
    const ends = { before: formatTime(before), until: formatTime(until) }
    return effect === 'new-end'
      ? t('centres:slots.new-end', { userId, name, at, ...ends })
      : t('centres:slots.affected', { userId, name, at })
  })
  const more = affected.length - names.length
  return more > 0 ? [...names, t('centres:slots.more', { count: more })] : names
}

/** Shows whom a change concerns before anything is set. */
function askFirst({ t, posted }: DeskPage, lines: string[], submit: string, key: string): FormOutcome {
  const values = Object.fromEntries(
    Object.entries(posted).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  const confirm = { title: t('centres:slots.preview'), lines, submit, name: 'agreed', value: key }
  return { status: 409, form: { values, errors: [], message: null, confirm } }
}

/** What a slot's new capacity means, in words. */
function saidOf(slot: Slot): Pick<Flash, 'key' | 'values'> {
  const { capacity, booked } = slot
  const hours = hoursOf(slot)
  if (capacity === 0) return { key: 'centres:flash.slot-closed', values: { hours } }
  if (capacity === booked) return { key: 'centres:flash.slot-full', values: { hours, count: booked } }
  return { key: 'centres:flash.slot-free', values: { hours, capacity, count: capacity - booked } }
}
