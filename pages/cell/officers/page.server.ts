import { href } from '#pages/ui/href.ts'
import { regionNames } from '#server/domain/terms/regions.ts'
import type { DeskPage } from '#server/features/index.ts'
import { LeaveEnd, LeaveForm, ReassignForm } from '#server/features/scrutiny/scrutiny/schema.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { ist } from '#server/kernel/time.ts'

export const texts = ['scrutiny'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.officers')

/** The officers of scrutiny and the centres, with their work; null (404) for staff who do not lead. */
export async function load({ services, actor, language, t }: DeskPage) {
  const team = await services.scrutiny.team(actor)
  const second = await services.secondReadings.figures(actor)
  const left = services.waiting.leftForms(actor)
  if (!team || !second || !left) return null
  /** A duration in words; null where nothing was measured. */
  const minutesOf = (milliseconds: number | null) => {
    if (milliseconds === null) return null
    const minutes = Math.max(1, Math.round(milliseconds / 60_000))
    return minutes < 120
      ? t('scrutiny:team.minutes', { count: minutes })
      : t('scrutiny:team.hours', { count: Math.round(minutes / 60) })
  }
  const centreName = (code: string) => services.directory.centre(code)?.name[language] ?? code
  return {
    second: {
      ...second,
      at: formatDateTime(second.at, language),
      centres: second.centres.map((row) => ({ ...row, name: centreName(row.name) })),
      misses: second.misses.map(({ at, ...miss }) => ({ ...miss, at: formatDateTime(at, language) })),
      unopened: second.unopened.map(({ at, ...form }) => ({ ...form, at: formatDateTime(at, language) })),
    },
    countedAt: formatDateTime(team.countedAt, language),
    orphaned: left.ofNobody,
    longWaiting: left.longWaiting,
    lateComplaints: services.grievances.complaints.lateFor(actor) ?? 0,
    officers: team.officers.map(({ median, oldest, region, disabledAt, ...officer }) => ({
      ...officer,
      isClosed: disabledAt !== null,
      region: region === null ? null : regionNames[region][language],
      oldest: oldest === null ? null : formatDateTime(oldest, language),
      median: minutesOf(median),
    })),
    centres: team.centres.map(({ code, median, ...centre }) => ({
      ...centre,
      code,
      name: services.directory.centre(code)?.name[language] ?? code,
      median: minutesOf(median),
    })),
    leaves: team.leaves.map(({ id, fullName, firstDay, lastDay }) => ({
      id,
      fullName,
      first: formatDate(ist(firstDay), language),
      last: formatDate(ist(lastDay), language),
    })),
  }
}

const here = ({ cellBase }: DeskPage) => href(cellBase, 'officers')

export function action(page: DeskPage) {
  switch (page.posted.intent) {
    case 'reassign':
      return reassign(page)
    case 'leave':
      return addLeave(page)
    case 'end-leave':
      return endLeave(page)
    default:
      return balance(page)
  }
}

/** Shows the moves first; the same request with their number carries them out. */
function balance(page: DeskPage) {
  const { agreed } = page.posted
  const done = page.services.scrutiny.balance(page.actor, typeof agreed === 'string' ? agreed : undefined)
  if (done.ok) return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.balanced', values: done.value })
  const { moves, key, ...refusal } = done.refusal
  if (!moves || key === undefined) return page.invalid(refusal)
  const { t } = page
  const lines = moves.map(({ fullName, lost, got }) =>
    t('scrutiny:team.moves', { name: fullName ?? t('scrutiny:team.nobody'), lost, got }),
  )
  const confirm = {
    title: t('scrutiny:team.balance-title', { count: Number(key) }),
    lines,
    submit: t('scrutiny:team.balance-go'),
    name: 'agreed',
    value: key,
  }
  return { status: 409, form: { values: { intent: 'balance' }, errors: [], message: null, confirm } }
}

function reassign(page: DeskPage) {
  const form = page.form(ReassignForm)
  if (!form.ok) return form
  const done = page.services.scrutiny.reassign(page.actor, form.value)
  if (!done.ok) return done
  return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.reassigned', values: done.value })
}

function addLeave(page: DeskPage) {
  const form = page.form(LeaveForm)
  if (!form.ok) return form
  const done = page.services.scrutiny.addLeave(page.actor, form.value)
  if (!done.ok) return done
  return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.leave-noted' })
}

function endLeave(page: DeskPage) {
  const form = page.form(LeaveEnd)
  if (!form.ok) return form
  const done = page.services.scrutiny.endLeave(page.actor, Number(form.value.leave))
  if (!done.ok) return done
  return page.redirect(here(page), { type: 'success', key: 'scrutiny:flash.leave-ended' })
}
