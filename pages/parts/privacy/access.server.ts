import { isRegion, regionNames } from '#server/domain/terms/regions.ts'
import type { CandidatePage } from '#server/features/index.ts'

/** Who looked at the data: the kind of office, and which one it is. */
export function placesOf(
  { t, services, language, named }: Pick<CandidatePage, 't' | 'services' | 'language' | 'named'>,
  role: string,
  place: string | null,
): string {
  const office = t(`staff:role.${role}` as 'staff:role.so')
  if (place === null) return office
  const name =
    services.directory.centre(place)?.name[language] ??
    named(services.seats.institute(place)?.institute) ??
    (isRegion(place) ? regionNames[place][language] : place)
  return `${office}: ${name}`
}
