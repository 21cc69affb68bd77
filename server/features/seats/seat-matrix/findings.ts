import {
  doubtsOfSeats,
  jumpKey,
  jumpsOf,
  lostSeats,
  objectionKey,
  type SeatJump,
} from '#server/domain/seats/seat-findings.ts'
import type { CourseSeats, Overrides, SeatIdentity } from '#server/domain/seats/seat-matrix.ts'
import type { SeatMatrixDeps } from './deps'
import { type Edition, editionOf } from './edition'

/** `key`: that of its reason. */
type Finding = {
  key: string
  choiceCode: string
  of:
    | { kind: 'identity'; line: number; rule: SeatIdentity; expected: number; found: number }
    | { kind: 'jump'; rule: SeatJump['rule']; was: number; is: number }
    | { kind: 'objection'; rule: 'objection'; words: string }
  reason: string | null
}

/** What in an edition needs a reason. Source: rules §8.3. */
export function createReportOf({ store }: Pick<SeatMatrixDeps, 'store'>) {
  /**
   * The reasons with which the edition in force was published, where a pending one has the same numbers: two people have
   * accepted them. A jump is a change against the edition before, so its reason is asked for again. Source: rules §8.3.
   */
  function acceptedFor({ id, state }: Edition, ladies: readonly SeatJump[]): Overrides {
    const current = store.inForce()
    if (state !== 'prepared' || !current) return {}
    const { overrides } = editionOf(store.edition(current.id)!)
    const [was, is] = [current.id, id].map((edition) => {
      const numbers = new Map<string, string>()
      for (const { choiceCode, rule, expected, found } of store.breaches(edition))
        numbers.set(choiceCode, `${numbers.get(choiceCode) ?? ''} ${rule} ${expected} ${found}`)
      return numbers
    })
    const same = [...is!].flatMap(([choiceCode, numbers]) => (was!.get(choiceCode) === numbers ? [choiceCode] : []))
    const keys = [...same, ...ladies.map(jumpKey)].filter((key) => overrides[key])
    return Object.fromEntries(keys.map((key) => [key, overrides[key]!]))
  }

  /** Everything about an edition that needs a reason or a look, and the held seats that it would take away. */
  return function reportOf(edition: Edition, courses: readonly CourseSeats[]) {
    const { id } = edition
    const current = store.inForce()
    const before = current && current.id !== id ? store.courses(current.id) : null
    const jumps = jumpsOf(before, courses)
    const accepted = acceptedFor(
      edition,
      jumps.filter(({ rule }) => rule === 'ladies'),
    )
    const reasons = { ...accepted, ...edition.overrides }
    const reasonOf = (key: string) => reasons[key]?.reason ?? null
    const findings: Finding[] = [
      ...store.breaches(id).map(({ choiceCode, line, rule, expected, found }) => ({
        key: choiceCode,
        choiceCode,
        of: { kind: 'identity' as const, line, rule, expected, found },
        reason: reasonOf(choiceCode),
      })),
      ...jumps.map((jump) => ({
        key: jumpKey(jump),
        choiceCode: jump.choiceCode,
        of: { kind: 'jump' as const, rule: jump.rule, was: jump.was, is: jump.is },
        reason: reasonOf(jumpKey(jump)),
      })),
      ...store.objections(id).map((objection) => ({
        key: objectionKey(objection),
        choiceCode: objection.choiceCode,
        of: { kind: 'objection' as const, rule: 'objection' as const, words: objection.reason },
        reason: reasonOf(objectionKey(objection)),
      })),
    ]
    const losses = lostSeats(store.held(), before, courses).map((lost) => ({
      ...lost,
      holders: store.holders(lost.choiceCode, lost.seatType),
    }))
    const doubts = edition.state === 'prepared' ? doubtsOfSeats(before, courses, store.lines(id)) : []
    return {
      before,
      findings: findings.map((one) => ({ ...one, isAccepted: one.key in accepted })),
      losses,
      reasons,
      doubts,
    }
  }
}
