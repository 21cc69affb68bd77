import {
  type AllotmentInput,
  candidateGenders,
  candidateTypes,
  inputFormat,
  stages,
} from '#server/domain/terms/allotment-format.ts'
import {
  isChoiceCode,
  isMatrixSeatType,
  isSeatType,
  isWaiverCode,
  reservedCategories,
} from '#server/domain/terms/seat-types.ts'

/** A fault of a file, and its place: `{ path: '$.candidates[3].options[1]', fault: 'is not in the matrix' }`. */
type FormatFault = { path: string; fault: string }

/** The most seats in all lines together; each takes memory. */
const mostSeats = 5_000_000

const waiverRule = 'TFWS is the only seat type of choice codes that end in T, and of no others'

const categories: readonly string[] = ['OPEN', 'SBC', ...reservedCategories]

type Names = Readonly<Record<string, (value: unknown) => string | null>>

const must = (holds: (value: never) => boolean, fault: string) => (value: unknown) =>
  holds(value as never) ? null : fault
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) < 0x7fffffff
const text = must(isText, 'must be a text')
const merit = must(isNumber, 'must be a merit number, 1 or more')
const flag = must((value: unknown) => typeof value === 'boolean', 'must be true or false')
const oneOf = (values: readonly unknown[]) =>
  must((value: unknown) => values.includes(value), `must be one of ${values.join(' ')}`)
const list = must(Array.isArray, 'must be a list')
const orNull = (check: (value: unknown) => string | null) => (value: unknown) => (value === null ? null : check(value))
const code = must(
  (value: unknown) => isText(value) && isChoiceCode(value),
  'must be a choice code: nine digits, or nine and a T',
)

const inputNames: Names = {
  format: oneOf([inputFormat]),
  round: must(isNumber, 'must be the number of a round, 1 or more'),
  stages: list,
  seats: list,
  candidates: list,
}
const seatNames: Names = {
  choiceCode: code,
  minority: orNull(text),
  seatType: must(isMatrixSeatType, 'is not a seat type of the matrix'),
  count: must((value: number) => Number.isSafeInteger(value) && value >= 0, 'must be a count, 0 or more'),
}
const candidateNames: Names = {
  id: text,
  stateMerit: orNull(merit),
  allIndiaMerit: merit,
  gender: oneOf(candidateGenders),
  category: oneOf(categories),
  type: oneOf(candidateTypes),
  ews: flag,
  pwd: flag,
  defence: flag,
  orphan: flag,
  minority: list,
  tfws: flag,
  holds: orNull(must((value: unknown) => typeof value === 'object', 'must be null or a seat')),
  options: list,
}
/** Of a candidate who released themselves before the round. */
const releasedNames: Names = { ...candidateNames, released: must((value: unknown) => value === true, 'must be true') }
const isReleased = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'released' in value
const seatType = must(isSeatType, 'is not a seat type')
const heldNames: Names = { choiceCode: code, seatType }
const heldConvertedNames: Names = { ...heldNames, originalType: seatNames.seatType! }

/**
 * Checks a value read from JSON against the input's type and rules; refuses with at most twenty faults. One fault
 * refuses the whole file. Source: rules §14.10.
 */
export function checkInput(
  read: unknown,
): { isSound: true; input: AllotmentInput } | { isSound: false; faults: FormatFault[] } {
  const faults: FormatFault[] = []
  for (const fault of inputFaults(read)) if (faults.push(fault) === 20) break
  return faults.length === 0 ? { isSound: true, input: read as AllotmentInput } : { isSound: false, faults }
}

function* inputFaults(read: unknown): Generator<FormatFault> {
  const top = [...shapeFaults('$', read, inputNames)]
  yield* top
  if (top.length > 0) return
  // The remaining checks need a value of the right shape, so faults of shape are reported first.
  const input = read as AllotmentInput
  let isShaped = true
  for (const fault of partFaults(input)) {
    isShaped = false
    yield fault
  }
  if (!isShaped) return
  yield* stageFaults(input.stages)
  yield* seatFaults(input.seats)
  yield* candidateFaults(input)
}

function* shapeFaults(path: string, value: unknown, names: Names): Generator<FormatFault> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return yield { path, fault: 'must be an object' }
  const object = value as Record<string, unknown>
  for (const [name, check] of Object.entries(names)) {
    const fault = object[name] === undefined ? 'is missing' : check(object[name])
    if (fault !== null) yield { path: `${path}.${name}`, fault }
  }
  const known = Object.keys(names)
  for (const name of Object.keys(object)) {
    if (!known.includes(name)) yield { path: `${path}.${name}`, fault: 'is not of the format' }
  }
}

function* partFaults({ seats, candidates }: AllotmentInput): Generator<FormatFault> {
  for (const [n, line] of seats.entries()) yield* shapeFaults(`$.seats[${n}]`, line, seatNames)
  for (const [n, one] of candidates.entries()) {
    const path = `$.candidates[${n}]`
    let isShaped = true
    for (const fault of shapeFaults(path, one, isReleased(one) ? releasedNames : candidateNames)) {
      isShaped = false
      yield fault
    }
    if (!isShaped) continue
    for (const [m, name] of one.minority.entries())
      if (!isText(name)) yield { path: `${path}.minority[${m}]`, fault: 'must be a text' }
    if (one.released && (one.holds || one.options.length))
      yield { path: `${path}.released`, fault: 'is said of somebody who holds a seat or has choices' }
    if (one.holds)
      yield* shapeFaults(`${path}.holds`, one.holds, 'originalType' in one.holds ? heldConvertedNames : heldNames)
  }
}

function* stageFaults(enabled: readonly unknown[]): Generator<FormatFault> {
  const places = enabled.map((stage) => (stages as readonly unknown[]).indexOf(stage))
  if (places[0] !== 0) yield { path: '$.stages', fault: 'must begin with I' }
  for (const [n, place] of places.entries()) {
    const path = `$.stages[${n}]`
    if (place < 0) yield { path, fault: `must be one of ${stages.join(' ')}` }
    else if (n > 0 && place <= places[n - 1]!) yield { path, fault: 'does not come after the stage before it' }
  }
}

function* seatFaults(seats: AllotmentInput['seats']): Generator<FormatFault> {
  if (seats.reduce((sum, { count }) => sum + count, 0) > mostSeats) {
    yield { path: '$.seats', fault: `are more than ${mostSeats} together` }
  }
  const minority = new Map<string, string | null>()
  const pools = new Set<string>()
  for (const [n, line] of seats.entries()) {
    const path = `$.seats[${n}]`
    const pool = `${line.choiceCode} ${line.seatType}`
    if (pools.has(pool)) yield { path, fault: `repeats ${pool}` }
    pools.add(pool)
    if (isWaiverCode(line.choiceCode) !== (line.seatType === 'TFWS')) {
      yield { path: `${path}.seatType`, fault: waiverRule }
    }
    const known = minority.get(line.choiceCode)
    if (known !== undefined && known !== line.minority) {
      yield { path: `${path}.minority`, fault: `is another one than before for ${line.choiceCode}` }
    }
    minority.set(line.choiceCode, line.minority)
  }
}

function* candidateFaults({ seats, candidates }: AllotmentInput): Generator<FormatFault> {
  const codes = new Set(seats.map((line) => line.choiceCode))
  const left = new Map(seats.map((line) => [`${line.choiceCode} ${line.seatType}`, line.count]))
  const seen = { id: new Set<unknown>(), stateMerit: new Set<unknown>(), allIndiaMerit: new Set<unknown>() }
  for (const [n, one] of candidates.entries()) {
    const path = `$.candidates[${n}]`
    for (const name of ['id', 'stateMerit', 'allIndiaMerit'] as const) {
      if (one[name] === null) continue
      if (seen[name].has(one[name])) yield { path: `${path}.${name}`, fault: `${one[name]} is another candidate's` }
      seen[name].add(one[name])
    }
    if ((one.stateMerit === null) !== (one.type === 'OMS')) {
      yield { path: `${path}.stateMerit`, fault: 'must be null for type OMS, and for no other' }
    }
    const own = new Set<unknown>()
    for (const [m, option] of one.options.entries()) {
      if (!codes.has(option)) yield { path: `${path}.options[${m}]`, fault: 'is not in the matrix' }
      else if (own.has(option)) yield { path: `${path}.options[${m}]`, fault: `repeats ${option}` }
      own.add(option)
    }
    if (!one.holds) continue
    const { choiceCode, seatType, originalType } = one.holds
    const pool = `${choiceCode} ${seatType}`
    if (!codes.has(choiceCode)) yield { path: `${path}.holds.choiceCode`, fault: 'is not in the matrix' }
    else if ([seatType, originalType ?? seatType].some((type) => (type === 'TFWS') !== isWaiverCode(choiceCode)))
      yield { path: `${path}.holds`, fault: waiverRule }
    else if (originalType === seatType) yield { path: `${path}.holds.originalType`, fault: 'is the type itself' }
    else if (!originalType) {
      const seatsLeft = left.get(pool) ?? 0
      if (seatsLeft === 0) yield { path: `${path}.holds`, fault: `there is no seat left of ${pool}` }
      left.set(pool, Math.max(0, seatsLeft - 1))
    }
  }
}
