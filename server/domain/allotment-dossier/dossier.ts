import { checkInput } from '#server/domain/allotment/check.ts'
import type { Breach } from '#server/domain/allotment-verifier/breach.ts'
import { canonicalPieces } from '#server/domain/allotment-verifier/canonical.ts'
import { verifyAllotment } from '#server/domain/allotment-verifier/verify.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import { repeatedName } from '#server/kernel/repeated-name.ts'

/** The version of the rules by which seats are given; it changes with them. */
const rulesVersion = 'pravesh-allotment-rules/1'

/** The manifest of a dossier. */
export const manifestOf = (round: number, inputHash: unknown, resultHash: string) => ({
  format: 'pravesh-dossier/1',
  rules: rulesVersion,
  round,
  inputHash,
  resultHash,
})

/** The text of each file of a dossier. */
export type DossierTexts = Readonly<Record<'input' | 'result' | 'manifest', string>>

/** SHA-256 of a text that comes in pieces, in lower-case hexadecimal. */
type HashOf = (pieces: Iterable<string>) => string

/** A file that cannot be judged at all: its place and the problem. */
type DossierFault = { file: keyof DossierTexts; path: string; says: string }

/** `unusable`: a file that is no dossier. `broken`: every breach found, the first ones first. */
export type DossierVerdict =
  | { state: 'unusable'; faults: readonly DossierFault[] }
  | { state: 'broken'; breaches: readonly Breach[] }
  | { state: 'holds'; input: AllotmentInput; result: AllotmentResult }

/**
 * Checks a dossier: its result, and that its manifest names these very files, their round and the rules being checked.
 * The command and the visitor's browser run the same check. Source: rules §8.9, §14.10, §14.11.
 */
export function verifyDossier(texts: DossierTexts, hashOf: HashOf): DossierVerdict {
  const read = parse(texts.input)
  if ('fault' in read) return { state: 'unusable', faults: [{ file: 'input', ...read.fault }] }
  const checked = checkInput(read.value)
  if (!checked.isSound) {
    const faults = checked.faults.map(({ path, fault }) => ({ file: 'input' as const, path, says: fault }))
    return { state: 'unusable', faults }
  }
  const { input } = checked
  const manifest = parse(texts.manifest)
  if ('fault' in manifest) return { state: 'unusable', faults: [{ file: 'manifest', ...manifest.fault }] }
  const told = parse(texts.result)
  const inputHash = 'value' in told ? nameIn(told.value, 'inputHash') : undefined
  const must = manifestOf(input.round, inputHash, hashOf([texts.result]))
  const breaches = [...brokenIn(input, told, hashOf), ...manifestBreaches(must, manifest.value)]
  if (breaches.length > 0 || 'fault' in told) return { state: 'broken', breaches }
  return { state: 'holds', input, result: told.value as AllotmentResult }
}

/** `fault`: the place and the problem. */
type Parsed = { value: unknown } | { fault: { path: string; says: string } }

/** Reads a text as JSON, in which no name of an object may come twice. */
export function parse(text: string): Parsed {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { fault: { path: '$', says: `is not JSON: ${(error as Error).message}` } }
  }
  const twice = repeatedName(text)
  return twice === null ? { value } : { fault: { path: twice, says: 'stands twice' } }
}

/** The promises that a result breaks, given an input that `checkInput` found sound; an empty list if none. */
export const brokenIn = (input: AllotmentInput, told: Parsed, hashOf: HashOf): Breach[] =>
  'fault' in told
    ? [{ promise: 'format', ...told.fault }]
    : verifyAllotment(input, told.value, hashOf(canonicalPieces(input)))

function* manifestBreaches(must: Record<string, unknown>, stated: unknown): Generator<Breach> {
  const isObject = typeof stated === 'object' && stated !== null && !Array.isArray(stated)
  const names = new Set([...Object.keys(must), ...(isObject ? Object.keys(stated) : [])])
  for (const name of names) {
    const value = nameIn(must, name)
    if (value !== undefined && value === nameIn(stated, name)) continue
    yield {
      promise: 'dossier',
      path: `$.${name}`,
      says: value === undefined ? 'is not as the format of manifests says' : `the manifest must state ${value}`,
    }
  }
}

const nameIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
