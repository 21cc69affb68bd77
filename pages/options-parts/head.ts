import type { CapRound } from '../../server/domain/cap-rounds'
import { rounds } from '../../server/domain/menu'
import { consequenceOf } from '../../server/domain/option-form'
import { formatDateTime } from '../../server/i18n/format'
import type { Page } from '../../server/services'

export type Head = ReturnType<typeof headOf>

/** The round that a page is about: the one asked for, else the open one, else the last one that the candidate is in. */
export function roundOf(page: Page): CapRound {
  const { permissions } = page.services.application.standingOf(page.actor!)
  const permitted = rounds.filter(({ permission }) => permissions[permission]).map(({ number }) => number)
  const open = page.services.optionForm.openRound(page.arrivedAt)
  return (
    permitted.find((round) => String(round) === page.query.round) ??
    permitted.find((round) => round === open) ??
    permitted[permitted.length - 1]!
  )
}

/** What stands above every page of the option form: which round, until when, with which numbers, how the list stands. */
export function headOf(page: Page) {
  const { services, language } = page
  const actor = page.actor!
  const round = roundOf(page)
  const time = (at: number | null | undefined) => (at ? formatDateTime(at, language) : null)
  const form = services.optionForm.form(actor, round)
  const window = services.optionForm.window(round)
  const may = services.optionForm.mayChange(actor, round, page.arrivedAt)
  const isOpen = may.ok || may.refusal.code === 'options-locked'
  return {
    round,
    version: form.version,
    count: form.choices.length,
    savedAt: time(form.savedAt),
    confirmedAt: time(form.confirmedAt),
    fingerprint: form.fingerprint?.slice(0, 12) ?? null,
    mayChange: may.ok,
    isOpen,
    /** What the list has brought can be read. */
    isPublished: services.results.rounds().includes(round),
    /** Why nothing can be done now; null while the window is open. */
    closed: isOpen || may.ok ? null : page.invalid(may.refusal).form.message,
    closesAt: window?.closesAt ?? null,
    opens: time(window?.opensAt),
    closes: time(window?.closesAt),
    merit: services.optionForm.merit(actor),
    closedRound: services.optionForm.closedRound(round),
    /** What follows if a choice is allotted: how many freeze by themselves, and whether this is the last round. */
    freezing: services.course.autoFreezeUpTo[round],
    isLast: consequenceOf(round, Number.POSITIVE_INFINITY, services.course.autoFreezeUpTo) === 'final',
  }
}
