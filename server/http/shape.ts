import Type, { type Static, type TObject, type TSchema, type TStringOptions } from 'typebox'
import Value from 'typebox/value'
import {
  nameFault,
  namePattern,
  postPattern,
  tidyEmail,
  tidyMobile,
  tidyName,
  tidyPost,
  unwrittenSign,
} from '#server/domain/terms/person.ts'
import { choiceCodePattern } from '#server/domain/terms/seat-types.ts'
import { placeCodePattern } from '#server/domain/terms/staff.ts'
import { unprintableSign } from '#server/kernel/printable.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import {
  dayExists,
  typedCode,
  typedDay,
  typedId,
  typedLine,
  typedLines,
  typedNumber,
  typedPlaceCode,
  typedTime,
  withoutUnseen,
} from '#server/kernel/typed-text.ts'

/** Our additions to a field's JSON Schema; `fault` locates its messages. */
type FieldOptions = {
  /** The stem of its fault codes: `email` → `email.required`, `email.invalid`. */
  fault?: string
  /**
   * How the input is tidied before the check. `none` keeps every character that can be seen (passwords). By default a field with a pattern is
   * a code, one that may have line breaks `lines`, and any other a text of one line.
   */
  tidy?: keyof typeof tidiers
  /** The field that this one must repeat. */
  sameAs?: string
  /** May contain line breaks. */
  multiline?: boolean
  /** Optional in a call, but required in a form that shows it. */
  requiredIfShown?: boolean
  /** Values for its messages. */
  params?: Readonly<Record<string, number>>
}

/** The names of these additions, which no reader of a published schema knows. */
export const ownWords = [
  'fault',
  'tidy',
  'sameAs',
  'multiline',
  'requiredIfShown',
  'params',
] as const satisfies readonly (keyof FieldOptions)[]

type FieldSchema = TSchema &
  FieldOptions & { type?: string; maxLength?: number; minLength?: number; const?: unknown; pattern?: string }

/** A string field of a form or call. */
export const field = (options: TStringOptions & FieldOptions) => Type.String(options)

/** An object that refuses unknown fields, as every contract of this portal does. */
export const contract = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A day that a person types or picks. */
export const day = (fault: string) =>
  field({ fault, maxLength: 10, pattern: '^20[0-9]{2}-[0-9]{2}-[0-9]{2}$', tidy: 'day' })

/** A date of birth. */
export const birthDay = (fault: string) =>
  field({ fault, maxLength: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', tidy: 'day' })

/** An Application ID, in one spelling: `ml 24100001` is `ML24100001`. */
export const applicationId = (fault: string) =>
  field({ fault, maxLength: 20, pattern: '^[A-Z]{2}[0-9]{8}$', tidy: 'id' })

/** The code of a centre or an institute, in one spelling: `fc02` is `FC02`. */
export const placeCode = (fault: string) => field({ fault, maxLength: 16, pattern: placeCodePattern, tidy: 'place' })

/** A choice code, in one spelling: `600424510t` is `600424510T`. */
export const choiceCode = (fault: string) => field({ fault, maxLength: 10, pattern: choiceCodePattern, tidy: 'id' })

/** A time of day. */
export const timeOfDay = (fault: string) =>
  field({ fault, maxLength: 5, pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', tidy: 'time' })

const tidiers = {
  text: typedLine,
  lines: typedLines,
  code: typedCode,
  id: typedId,
  place: typedPlaceCode,
  number: typedNumber,
  /** An OTP, in one piece or in several. */
  digits: (text: string) => typedNumber(text).replace(/-/g, ''),
  day: typedDay,
  time: typedTime,
  name: tidyName,
  post: tidyPost,
  mobile: tidyMobile,
  email: tidyEmail,
  none: withoutUnseen,
}

const mobileDigits = 10

/**
 * Checks input against a contract, field by field; returns the tidied value, or one fault for each bad field. Status
 * 400 if the form itself is wrong (a type, an unknown or missing field), 422 if an answer is.
 */
export function checkShape<S extends TObject>(schema: S, input: unknown): Result<Static<S>> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return refuse('malformed', 400)
  const given = input as Record<string, unknown>
  const value: Record<string, unknown> = {}
  const faults: FieldFault[] = []
  let malformed = false
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schema.properties, name)) {
      faults.push({ field: name.slice(0, 60), code: 'unknown-field' })
      malformed = true
    }
  }
  const required = new Set<string>((schema as { required?: string[] }).required ?? [])
  for (const [name, property] of Object.entries(schema.properties)) {
    const raw = Object.hasOwn(given, name) ? given[name] : undefined
    if (raw === undefined || raw === null) {
      if (!required.has(name)) continue
      faults.push(faultOf(name, property, 'required'))
      malformed = true
      continue
    }
    if (isObject(property)) {
      const inner = checkShape(property, raw)
      if (inner.ok) value[name] = inner.value
      else {
        faults.push(...(inner.refusal.fields ?? [faultOf(name, property, 'wrong-type')]))
        malformed ||= inner.refusal.status === 400
      }
      continue
    }
    const tidied = tidy(property, raw)
    const kind = faultKind(property, tidied, required.has(name))
    if (kind === 'absent') continue
    const sign = typeof tidied === 'string' && signsJudged.has(kind) ? signFault(property, tidied) : null
    if (sign) faults.push({ field: name, ...sign })
    else if (kind === 'invalid' && isOtherLength(property, tidied))
      faults.push({ field: name, code: 'mobile.digits', params: { count: String(tidied).length } })
    else if (kind === null && isNoDay(property, tidied))
      faults.push({ field: name, code: 'no-such-day', params: { day: String(raw).trim().slice(0, 40) } })
    else if (kind === null && isRepeated(property, tidied, given)) value[name] = tidied
    else if (kind === null) faults.push(faultOf(name, property, 'different'))
    else {
      faults.push(faultOf(name, property, kind))
      if (kind === 'wrong-type') malformed = true
    }
  }
  if (faults.length) return refuse(malformed ? 'malformed' : 'check-answers', malformed ? 400 : 422, { fields: faults })
  return ok(value as Static<S>)
}

/** The fields of a nested object are reported under their own names. */
const isObject = (schema: TSchema): schema is TObject =>
  (schema as FieldSchema).type === 'object' && 'properties' in schema

/** A mobile number with a digit too few or too many: people find the slip by the count. */
const isOtherLength = (schema: FieldSchema, value: unknown): boolean =>
  schema.tidy === 'mobile' && /^\d+$/.test(String(value)) && String(value).length !== mobileDigits

/** A day that the calendar does not have. */
const isNoDay = (schema: FieldSchema, value: unknown): boolean => schema.tidy === 'day' && !dayExists(String(value))

const isRepeated = (schema: FieldSchema, value: unknown, given: Record<string, unknown>): boolean =>
  schema.sameAs === undefined || value === tidy(schema, given[schema.sameAs])

function tidy(schema: FieldSchema, raw: unknown): unknown {
  if (typeof raw !== 'string' || schema.type !== 'string') return raw
  return tidiers[schema.tidy ?? (schema.pattern ? 'code' : schema.multiline ? 'lines' : 'text')](raw)
}

/** A text with one of these faults, or none, is asked for its signs first: they say more. */
const signsJudged = new Set<FaultKind | null>([null, 'invalid', 'too-short'])

/** The sign that a text may not have, with the fault that names it; null if every sign fits. */
function signFault(schema: FieldSchema, text: string): Omit<FieldFault, 'field'> | null {
  const unwritten = unwrittenSign(text, schema.multiline)
  if (unwritten !== null) return { code: 'bad-characters', params: { sign: unwritten } }
  if (schema.tidy === 'none') return null
  const unprintable = unprintableSign(text)
  if (unprintable !== null) return { code: 'unprintable', params: { sign: unprintable } }
  if (schema.pattern !== namePattern && schema.pattern !== postPattern) return null
  return nameFault(text, schema.pattern)
}

type FaultKind = 'required' | 'wrong-type' | 'too-long' | 'too-short' | 'invalid' | 'different' | 'absent'

function faultKind(schema: FieldSchema, value: unknown, required: boolean): FaultKind | null {
  if (schema.const !== undefined) return value === schema.const ? null : 'required'
  if (schema.type === 'string') {
    if (typeof value !== 'string') return 'wrong-type'
    if (value === '') return required || schema.requiredIfShown ? 'required' : 'absent'
    if (schema.maxLength !== undefined && value.length > schema.maxLength) return 'too-long'
    if (schema.minLength !== undefined && value.length < schema.minLength) return 'too-short'
  } else if (schema.type && typeName(value) !== (schema.type === 'integer' ? 'number' : schema.type))
    return 'wrong-type'
  return Value.Check(schema, value) ? null : 'invalid'
}

const typeName = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Kinds of faults with the same message for every field; the others have a message per field that names a stem. */
const generalKinds = new Set<FaultKind>(['wrong-type', 'too-long'])

function faultOf(name: string, schema: FieldSchema, kind: FaultKind): FieldFault {
  const code =
    generalKinds.has(kind) || !schema.fault ? kind : `${schema.fault}.${kind === 'too-short' ? 'invalid' : kind}`
  if (schema.maxLength !== undefined && kind === 'too-long')
    return { field: name, code, params: { max: schema.maxLength } }
  return schema.params ? { field: name, code, params: schema.params } : { field: name, code }
}

/**
 * A posted HTML form → the value of its contract. Translates what browsers cannot express: an empty field is absent, a
 * ticked box is `true`, digits become a number if one is expected. Drops `_csrf`, which belongs to the transport.
 */
export function parseForm<S extends TObject>(schema: S, body: unknown): Result<Static<S>> {
  const posted = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const answers = posted
    .filter(([name, raw]) => name !== '_csrf' && (raw !== '' || isRequiredIfShown(schema.properties[name])))
    .map(([name, raw]) => [name, meant(schema.properties[name], raw)] as const)
  const result = checkShape(schema, Object.fromEntries(answers))
  // A person never sees "malformed": they see a page with answers to correct.
  return result.ok ? result : refuse('check-answers', 422, { fields: result.refusal.fields })
}

const isRequiredIfShown = (schema: FieldSchema | undefined): boolean => schema?.requiredIfShown === true

function meant(schema: FieldSchema | undefined, raw: unknown): unknown {
  const isTick = schema?.type === 'boolean' || schema?.const === true
  if (isTick && raw === 'true') return true
  if (schema?.type !== 'integer' || typeof raw !== 'string') return raw
  // Input that is not a number is reported as a wrong number, with the field's own message.
  const typed = typedNumber(raw)
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN
}
