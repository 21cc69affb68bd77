import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import { hours } from '#server/kernel/time.ts'

/** An officer who can be given forms. `region`: null for one who works for the whole state. */
export type WorkingOfficer = { id: number; region: Region | null }

/** A form that waits for scrutiny; nobody has picked it up. `officerId`: null if it is assigned to nobody. */
export type WaitingForm = { candidateId: number; district: string; officerId: number | null }

/** A form and the officer it goes to. */
export type FormMove = { candidateId: number; from: number | null; to: number }

/** A colleague may take a form over once its holder has left it alone for this long. Source: rules §5.1. */
export const leftAloneFor = hours(2)

/** May a colleague take over a form? `lastTouch`: when its holder picked it up or last saved. Source: rules §5.1. */
export const mayTakeOver = (lastTouch: number, isHolderOnLeave: boolean, now: number): boolean =>
  isHolderOnLeave || now - lastTouch >= leftAloneFor

/** May this officer judge forms of a district? */
export const reaches = ({ region }: WorkingOfficer, district: string): boolean =>
  region === null || region === regionOf(district)

/**
 * The fewest moves after which no officer has more waiting forms than an even share. A form stays where it is while its
 * officer works and has no more than the share; forms of one district go to the same officer where there is room, since
 * its certificates look alike. A form that no officer reaches stays. `officers`: those who work today, in a fixed order.
 * Source: rules §5.1.
 */
export function balanced(officers: readonly WorkingOfficer[], forms: readonly WaitingForm[]): FormMove[] {
  const share = officers.length ? Math.ceil(forms.length / officers.length) : 0
  const load = new Map(officers.map(({ id }) => [id, 0]))
  const ofDistrict = new Map<string, number>()
  const key = (id: number, district: string) => `${id} ${district}`
  const give = (id: number, district: string) => {
    load.set(id, load.get(id)! + 1)
    ofDistrict.set(key(id, district), (ofDistrict.get(key(id, district)) ?? 0) + 1)
  }
  const byId = new Map(officers.map((officer) => [officer.id, officer]))
  const loose = forms.filter(({ officerId, district }) => {
    const own = officerId === null ? undefined : byId.get(officerId)
    if (!own || !reaches(own, district) || load.get(own.id)! >= share) return true
    give(own.id, district)
    return false
  })
  return loose.flatMap(({ candidateId, district, officerId }): FormMove[] => {
    const able = officers.filter((officer) => reaches(officer, district))
    const withRoom = able.filter(({ id }) => load.get(id)! < share)
    // Officers of one region may have to take more than the share, because nobody else reaches its forms.
    const open = withRoom.length ? withRoom : able
    const least = Math.min(...open.map(({ id }) => load.get(id)!))
    const [to] = [...open].sort(
      (a, b) =>
        (withRoom.length
          ? (ofDistrict.get(key(b.id, district)) ?? 0) - (ofDistrict.get(key(a.id, district)) ?? 0)
          : 0) || load.get(a.id)! - load.get(b.id)!,
    )
    if (!to) return []
    // Beyond the share a form stays with its own officer, unless somebody has fewer.
    const stays = !withRoom.length && officerId !== null && byId.has(officerId) && load.get(officerId)! <= least
    const id = stays && able.some((officer) => officer.id === officerId) ? officerId : to.id
    give(id, district)
    return id === officerId ? [] : [{ candidateId, from: officerId, to: id }]
  })
}
