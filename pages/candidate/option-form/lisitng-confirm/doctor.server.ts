import { beyondIn } from '#pages/parts/option-form/beyond.ts'
import type { Head } from '#pages/parts/option-form/head.ts'
import { countedIn } from '#pages/parts/option-form/held.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { chanceAt, oddsAt } from '#server/domain/seats/chances.ts'
import { adviseOn, type Candidacy } from '#server/domain/seats/list-doctor.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isSpecialSeatType, type SeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'

/**
 * What the list doctor says about the saved list before it is confirmed, in the page's language. `counts` and `odds` are
 * null for a round without chances. Nothing of it is kept. Source: rules §8.24.
 */
export function doctorOf(
  page: CandidatePage,
  { round, closedRound, held, freezing, isLast }: Head,
  codes: readonly string[],
) {
  const { services, actor, named, t, language } = page
  const { offeredTo, seen, isReached } = services.optionForm
  const offered = seen(actor.candidateId, round, offeredTo(actor.candidateId))
  const byCode = new Map(offered.map((choice) => [choice.choiceCode, choice]))
  const candidacyOf = lookedUp(page, round)
  const list = codes.flatMap((code) => byCode.get(code) ?? [])
  if (!list.length) return null
  const beyond = beyondIn(page, round, list)
  const onList = list.map((choice): Candidacy => {
    const found = candidacyOf(choice)
    return { ...found, band: found.band ?? (beyond.has(found.code) ? 'unlikely' : null) }
  })
  const counted = countedIn(onList, held)
  const { counts, odds, sure, alike, alone, suggestions } = adviseOn(onList, offered.map(candidacyOf), counted)
  /** The type of seat that makes a choice likely at which this season's last round had none; null for any other. */
  const laterType = (code: string) => {
    const { band, type } = candidacyOf(byCode.get(code)!)
    return closedRound !== null && band === 'likely' && !isReached(byCode.get(code)!) ? type : null
  }
  const fees = services.directory.annualFees(suggestions.map(({ code }) => code))
  const nameOf = (code: string) => named(byCode.get(code)!.institute)
  const chances = services.pastSeasons.chances(round)
  const placeOf = (code: string) => codes.indexOf(code) + 1
  return {
    chances: chances && { counts, odds, year: chances.backtest.academicYear },
    isHolder: held !== null,
    counted,
    /** The choice that is nearly sure, if others stand below it. `below`: how many; `freezes`: it can only be frozen. */
    sure:
      sure !== null && sure < counted
        ? { place: sure, below: counted - sure, freezes: !isLast && sure <= freezing }
        : null,
    /** The places of likely choices at which this season's last round had no seat for the candidate's number. */
    later: list.slice(0, counted).flatMap(({ choiceCode }) => (laterType(choiceCode) ? placeOf(choiceCode) : [])),
    /** The places of the choices at which this season's last round had a seat for the candidate's number. */
    reached: list.filter(isReached).map(({ choiceCode }) => placeOf(choiceCode)),
    alike: alike.map(({ code, other }) => ({
      ...{ code, place: placeOf(code), name: nameOf(code) },
      other: { code: other.code, place: placeOf(other.code), name: nameOf(other.code) },
    })),
    alone: alone.map(({ code, by }) => ({
      ...{ code, by, place: placeOf(code), name: nameOf(code) },
      course: named(byCode.get(code)!.course),
    })),
    suggestions: suggestions.map(({ code, by }) => {
      const { district, university } = byCode.get(code)!
      const fee = feeInWords(fees.get(code))
      const type = laterType(code)
      return {
        ...{ code, name: nameOf(code) },
        /** What it shares with the list, and its fee. */
        about: [
          by === 'district'
            ? t('doctor:near.district', { district: districtName(district, language, services.course.form) })
            : t('doctor:near.university', { university: named(university) }),
          ...(fee ? [t('doctor:near.fee', { fee })] : []),
          ...(type ? [t('doctor:near.later', { type: seatTypeName(type)[language], round: closedRound ?? 0 })] : []),
        ].join(' · '),
      }
    }),
  }
}

/** A course on offer as the doctor looks at it. */
function lookedUp(
  { services, actor }: CandidatePage,
  round: CapRound,
): (choice: Choice) => Candidacy & { type: SeatType | null } {
  const published = services.pastSeasons.chances(round)
  const { state, allIndia } = services.optionForm.merit(actor.candidateId)
  const merit = { state, allIndia }
  return ({ choiceCode: code, usable, ...choice }) => {
    const types = usable.filter((type) => !isSpecialSeatType(type))
    const chance = published && chanceAt(published.table, code, types, merit)
    return {
      ...choice,
      code,
      band: chance?.band ?? null,
      /** The type of seat that the band is of. */
      type: chance?.figures.seatType ?? null,
      odds: published ? oddsAt(published.ofLists.table, published.ofLists.surprises, code, types, merit) : [],
    }
  }
}
