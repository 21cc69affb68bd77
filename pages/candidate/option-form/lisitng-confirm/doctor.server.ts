import { beyondIn } from '#pages/parts/option-form/beyond.ts'
import { feeInWords } from '#pages/parts/seat-matrix/fee.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { chanceAt, oddsAt } from '#server/domain/seats/chances.ts'
import { adviseOn, type Candidacy } from '#server/domain/seats/list-doctor.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { isSpecialSeatType } from '#server/domain/terms/seat-types.ts'
import type { CandidatePage } from '#server/features/index.ts'
import type { Choice } from '#server/features/seats/option-form/choosing.ts'

/**
 * What the list doctor says about the saved list before it is confirmed, in the page's language. `counts` and `odds` are
 * null for a round without chances. Nothing of it is kept. Source: rules §8.24.
 */
export function doctorOf(page: CandidatePage, round: CapRound, codes: readonly string[]) {
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
  const { counts, odds, alike, alone, suggestions } = adviseOn(onList, offered.map(candidacyOf))
  const fees = services.directory.annualFees(suggestions.map(({ code }) => code))
  const nameOf = (code: string) => named(byCode.get(code)!.institute)
  const chances = services.pastSeasons.chances(round)
  const placeOf = (code: string) => codes.indexOf(code) + 1
  return {
    chances: chances && { counts, odds, year: chances.backtest.academicYear },
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
      return {
        ...{ code, name: nameOf(code) },
        /** What it shares with the list, and its fee. */
        about: [
          by === 'district'
            ? t('doctor:near.district', { district: districtName(district, language, services.course.form) })
            : t('doctor:near.university', { university: named(university) }),
          ...(fee ? [t('doctor:near.fee', { fee })] : []),
        ].join(' · '),
      }
    }),
  }
}

/** A course on offer as the doctor looks at it. */
function lookedUp({ services, actor }: CandidatePage, round: CapRound): (choice: Choice) => Candidacy {
  const published = services.pastSeasons.chances(round)
  const { state, allIndia } = services.optionForm.merit(actor.candidateId)
  const merit = { state, allIndia }
  return ({ choiceCode: code, usable, ...choice }) => {
    const types = usable.filter((type) => !isSpecialSeatType(type))
    return {
      ...choice,
      code,
      band: published && (chanceAt(published.table, code, types, merit)?.band ?? null),
      odds: published ? oddsAt(published.ofLists.table, published.ofLists.surprises, code, types, merit) : [],
    }
  }
}
