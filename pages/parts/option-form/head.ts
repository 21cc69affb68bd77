import { href } from '#pages/ui/href.ts'
import { rightOf } from '#server/domain/seats/chances.ts'
import { maxChoices } from '#server/domain/seats/option-form.ts'
import { type CapRound, isLastRound, rulesOf } from '#server/domain/terms/cap-rounds.ts'
import { permittedRounds } from '#server/domain/terms/permissions.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { isUnlisted } from './held'
import { nextOptionsOf } from './options-time'

export type Head = ReturnType<typeof headOf>

/** The round of a page: the one in the address, or the open one, or the last one in which the candidate takes part. */
export function roundOf(page: CandidatePage): CapRound {
  const { permissions } = page.services.application.standingOf(page.actor)
  const permitted = permittedRounds(permissions)
  const open = page.services.optionForm.openRound(page.arrivedAt)
  return (
    permitted.find((round) => String(round) === page.query.round) ??
    permitted.find((round) => round === open) ??
    permitted[permitted.length - 1]!
  )
}

/**
 * The data at the top of every option form page: the round, its deadline, the merit numbers and the state of the list.
 */
export function headOf(page: CandidatePage) {
  const { services, language } = page
  const actor = page.actor
  const round = roundOf(page)
  const time = (at: number | null | undefined) => (at ? formatDateTime(at, language) : null)
  const form = services.optionForm.form(actor.candidateId, round)
  const window = services.optionForm.window(round)
  const may = services.optionForm.mayChange(actor.candidateId, round, page.arrivedAt)
  const freezing = rulesOf(services.course.rounds, round).autoFreezeUpTo
  const isOpen = may.ok || may.refusal.code === 'options-locked'
  const isPublished = services.results.rounds().includes(round)
  const entry = round > 1 && !isPublished ? services.seatAcceptance.entry(actor.candidateId, round) : null
  const standing = services.seatAcceptance.standingInWords(actor.candidateId, language)
  return {
    round,
    /** How the seat of a candidate stands who has left the rounds; null for anybody else. */
    left: standing?.hasLeft ? standing : null,
    version: form.version,
    count: form.choices.length,
    savedAt: time(form.savedAt),
    confirmedAt: time(form.confirmedAt),
    fingerprint: form.fingerprint?.slice(0, 12) ?? null,
    /** The seat of an earlier round that the candidate keeps unless a better one is allotted. */
    held: entry?.kind === 'holds' ? heldSeat(page, round, entry.offer.choiceCode, form.choices) : null,
    mayChange: may.ok,
    isOpen,
    /** True if the result of this round is published. */
    isPublished,
    /** The option form of the next round, once nothing can be done in this one. */
    next: !may.ok && may.refusal.code === 'option-form-closed' ? nextOptionsOf(page, round) : undefined,
    /** The reason why nothing can be done now; null while the window is open. */
    closed: isOpen || may.ok ? null : page.invalid(may.refusal).form.message,
    closesAt: window?.closesAt ?? null,
    opens: time(window?.opensAt),
    closes: time(window?.closesAt),
    merit: services.optionForm.merit(actor.candidateId),
    closedRound: services.optionForm.closedRound(round),
    /** The earlier seasons that have figures, the newest first. */
    pastYears: services.pastSeasons.years(),
    chances: chancesIn(page, round),
    /** An allotted seat freezes automatically up to this preference. */
    freezing: freezing === 'any' ? maxChoices : freezing,
    isLast: isLastRound(services.course.rounds, round),
  }
}

/**
 * Where this browser finds the table of the round's chances, and what it needs to read it; null once the result is
 * published, and for a round without a table.
 */
export function chancesIn({ services, base, actor }: CandidatePage, round: CapRound) {
  if (services.results.rounds().includes(round)) return null
  const published = services.pastSeasons.chances(round)
  if (!published) return null
  const { table, integrity, backtest } = published
  return {
    // The hash in the address keeps a cache from answering with an earlier table.
    address: href(base, 'chances.json', undefined, { round, v: integrity.slice(7, 19) }),
    integrity,
    academicYear: table.academicYear,
    seatTypes: services.optionForm.publicTypes(actor.candidateId),
    tested: backtest.academicYear,
    right: {
      likely: rightOf(backtest.bands.likely),
      possible: rightOf(backtest.bands.possible),
      unlikely: rightOf(backtest.bands.unlikely),
    },
  }
}

function heldSeat(page: CandidatePage, round: CapRound, code: string, choices: readonly string[]) {
  const [line] = page.services.optionForm.described(page.actor.candidateId, round, [code])
  const named = line?.course ?? line?.lastNamed
  return {
    code,
    isUnlisted: isUnlisted(choices, code),
    place: named ? `${page.named(named.institute)}, ${page.named(named.course)}` : '',
  }
}
