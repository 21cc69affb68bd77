import type { NamedZone } from '#server/domain/allotment/zone.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import type { DeskPage } from '#server/features/index.ts'

/** The institute and course of each seat that a zone names, by choice code, in the language of the page. */
export function placesOf(
  { services, language }: Pick<DeskPage, 'services' | 'language'>,
  zone: (Pick<NamedZone, 'others'> & Partial<Pick<NamedZone, 'own'>>) | null,
): Readonly<Record<string, string>> {
  const seats = zone ? [zone.own ?? null, ...zone.others].flatMap((one) => [one?.before, one?.after]) : []
  const codes = new Set(seats.flatMap((seat) => seat?.choiceCode ?? []))
  if (codes.size === 0) return {}
  const courses = services.seats.inForce()?.courses ?? []
  return Object.fromEntries(
    courses
      .filter(({ choiceCode }) => codes.has(choiceCode))
      .map((one) => {
        const { choiceCode, instituteCode } = one
        const named = placeIn(
          { choiceCode, instituteCode, institute: one.institute, course: one.course },
          language,
          services.course.form,
        )
        return [choiceCode, `${named.institute}, ${named.course}`]
      }),
  )
}
