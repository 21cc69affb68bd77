import type { CandidatePage } from '../../../server/services'

/** Who looked at the data: the kind of office, and which one it is. */
export function placesOf({ t, services, language }: CandidatePage, role: string, place: string | null): string {
  const office = t(`staff:role.${role}` as 'staff:role.so')
  if (place === null) return office
  const name = services.directory.centre(place)?.name[language] ?? place
  return `${office}: ${name}`
}
