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
 * Moves after which no officer has more waiting forms than an even share, as far as regions allow it. A form stays where
 * it is while its officer works and has no more than the share; beyond it, it goes to somebody with room, or else to
 * somebody who has at least two fewer: a move that only exchanges their places helps nobody. Forms of one district go to
 * the same officer where there is room, since their certificates look alike. A form that no officer reaches stays.
 * `officers`: those who work today, in a fixed order. Source: rules §5.1.
 */
export function balanced(officers: readonly WorkingOfficer[], forms: readonly WaitingForm[]): FormMove[] {
  const byId = new Map(officers.map((officer) => [officer.id, officer]))
  const able = (district: string) => officers.filter((officer) => reaches(officer, district))
  const reached = forms.filter(({ district }) => able(district).length > 0)
  const share = officers.length ? Math.ceil(reached.length / officers.length) : 0
  const holder = new Map<number, number>()
  const load = new Map(officers.map(({ id }) => [id, 0]))
  const ofDistrict = new Map<string, number>()
  const add = (id: number, district: string, count: 1 | -1) => {
    load.set(id, load.get(id)! + count)
    ofDistrict.set(`${id} ${district}`, alike(id, district) + count)
  }
  const alike = (id: number, district: string) => ofDistrict.get(`${id} ${district}`) ?? 0
  const give = ({ candidateId, district }: WaitingForm, id: number) => {
    const from = holder.get(candidateId)
    if (from !== undefined) add(from, district, -1)
    add(id, district, 1)
    holder.set(candidateId, id)
  }
  /** The officer to whom a form goes: with room and most of its district, or else with the fewest. */
  function best({ candidateId, district }: WaitingForm): number {
    const others = able(district).filter(({ id }) => id !== holder.get(candidateId))
    const withRoom = others.filter(({ id }) => load.get(id)! < share)
    const [to] = [...(withRoom.length ? withRoom : others)].sort(
      (a, b) =>
        (withRoom.length ? alike(b.id, district) - alike(a.id, district) : 0) || load.get(a.id)! - load.get(b.id)!,
    )
    return to?.id ?? holder.get(candidateId)!
  }

  // Every form counts with its own officer before any of them moves.
  const loose: WaitingForm[] = []
  const kept: WaitingForm[] = []
  for (const form of reached) {
    const own = form.officerId === null ? undefined : byId.get(form.officerId)
    const stays = own !== undefined && reaches(own, form.district)
    if (stays) give(form, own.id)
    if (stays && load.get(own.id)! <= share) kept.push(form)
    else loose.push(form)
  }
  // Those that nobody has come first: the room that they take is then missing to a form that would move for nothing.
  const isHeld = ({ candidateId }: WaitingForm) => holder.has(candidateId)
  const inTurn = [...loose.filter((form) => !isHeld(form)), ...loose.filter(isHeld), ...kept.reverse()]
  for (let hasMoved = true; hasMoved; ) {
    hasMoved = false
    for (const form of inTurn) {
      const from = holder.get(form.candidateId)
      if (from !== undefined && load.get(from)! <= share) continue
      const to = best(form)
      if (from !== undefined && load.get(to)! + 1 >= load.get(from)!) continue
      give(form, to)
      hasMoved = true
    }
    // A move that others have made needless is taken back.
    for (const form of reached) {
      const [own, to] = [form.officerId, holder.get(form.candidateId)!]
      if (own === null || own === to || !byId.has(own) || !reaches(byId.get(own)!, form.district)) continue
      if (load.get(to)! <= share || load.get(to)! <= load.get(own)!) continue
      give(form, own)
      hasMoved = true
    }
  }
  return reached.flatMap(({ candidateId, officerId }) => {
    const to = holder.get(candidateId)!
    return to === officerId ? [] : [{ candidateId, from: officerId, to }]
  })
}
