import Type, { type Static, type TObject, type TSchema, type TStringOptions } from 'typebox'
import Value from 'typebox/value'
import { hasDevanagariDigits, hasInvisibleCharacters, tidyMobile } from '../domain/person'
import { type FieldFault, ok, type Result, refuse } from '../kernel/result'

/** What a field's schema says beyond JSON Schema; `fault` is where its messages are found. */
export type FieldOptions = {
  /** The stem of its fault codes: `email` → `email.required`, `email.invalid`. */
  fault?: string
  /** How what was typed is tidied before it is checked. `none` keeps every character (passwords). */
  tidy?: 'text' | 'lines' | 'mobile' | 'email' | 'none'
  /** The field whose answer this one repeats. */
  sameAs?: string
  /** May hold line breaks. */
  multiline?: boolean
}

type FieldSchema = TSchema &
  FieldOptions & { type?: string; maxLength?: number; minLength?: number; const?: unknown; pattern?: string }

/** A string field of a form or call. */
export const field = (options: TStringOptions & FieldOptions) => Type.String(options)

/** An object that refuses unknown fields, as every contract of this portal does. */
export const contract = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

const tidiers = {
  text: (text: string) =>
    text
      .normalize('NFC')
      .replace(/[ \u00A0]+/g, ' ')
      .trim(),
  // A browser sends two characters for each line break; what it counted is one.
  lines: (text: string) => text.normalize('NFC').replace(/\r\n?/g, '\n').trim(),
  mobile: (text: string) => tidyMobile(text.trim()),
  email: (text: string) => text.trim().toLowerCase(),
  none: (text: string) => text,
}

/**
 * Holds what was sent against a contract, field by field, and answers with the tidied value or with one fault for each
 * bad field. Status 400 where the form itself is wrong (a type, an unknown or missing field), 422 where an answer is.
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
    if (kind === null && isRepeated(property, tidied, given)) value[name] = tidied
    else if (kind === null) faults.push(faultOf(name, property, 'different'))
    else {
      faults.push(faultOf(name, property, kind))
      if (kind === 'wrong-type') malformed = true
    }
  }
  if (faults.length) return refuse(malformed ? 'malformed' : 'check-answers', malformed ? 400 : 422, { fields: faults })
  return ok(value as Static<S>)
}

/** The fields of an object within the body answer for themselves, under their own names. */
const isObject = (schema: TSchema): schema is TObject =>
  (schema as FieldSchema).type === 'object' && 'properties' in schema

const isRepeated = ({ sameAs }: FieldSchema, value: unknown, given: Record<string, unknown>): boolean =>
  sameAs === undefined || value === given[sameAs]

function tidy(schema: FieldSchema, raw: unknown): unknown {
  return typeof raw === 'string' && schema.type === 'string' ? tidiers[schema.tidy ?? 'text'](raw) : raw
}

type FaultKind =
  | 'required'
  | 'wrong-type'
  | 'bad-characters'
  | 'latin-digits'
  | 'too-long'
  | 'too-short'
  | 'invalid'
  | 'different'
  | 'absent'

function faultKind(schema: FieldSchema, value: unknown, required: boolean): FaultKind | null {
  if (schema.const !== undefined) return value === schema.const ? null : 'required'
  if (schema.type === 'string') {
    if (typeof value !== 'string') return 'wrong-type'
    if (value === '') return required ? 'required' : 'absent'
    if (hasInvisibleCharacters(value, schema.multiline)) return 'bad-characters'
    if (schema.maxLength !== undefined && value.length > schema.maxLength) return 'too-long'
    if (schema.pattern && schema.tidy !== 'none' && hasDevanagariDigits(value)) return 'latin-digits'
    if (schema.minLength !== undefined && value.length < schema.minLength) return 'too-short'
  } else if (schema.type && typeName(value) !== (schema.type === 'integer' ? 'number' : schema.type))
    return 'wrong-type'
  return Value.Check(schema, value) ? null : 'invalid'
}

const typeName = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

/** Kinds whose words are the same for every field; the others have words of their own where the field names a stem. */
const generalKinds = new Set<FaultKind>(['wrong-type', 'bad-characters', 'latin-digits', 'too-long'])

function faultOf(name: string, schema: FieldSchema, kind: FaultKind): FieldFault {
  const code =
    generalKinds.has(kind) || !schema.fault ? kind : `${schema.fault}.${kind === 'too-short' ? 'invalid' : kind}`
  return schema.maxLength !== undefined && kind === 'too-long'
    ? { field: name, code, params: { max: schema.maxLength } }
    : { field: name, code }
}

/**
 * A posted HTML form → the value of its contract. What a browser cannot say otherwise is translated first: an empty
 * field is an absent one, a ticked box is `true`, digits are a number where one is asked for. `_csrf` belongs to the transport and is dropped.
 */
export function parseForm<S extends TObject>(schema: S, body: unknown): Result<Static<S>> {
  const posted = typeof body === 'object' && body !== null ? Object.entries(body) : []
  const answers = posted
    .filter(([name, raw]) => name !== '_csrf' && raw !== '')
    .map(([name, raw]) => [name, meant(schema.properties[name], raw)] as const)
  const result = checkShape(schema, Object.fromEntries(answers))
  // A person's form is never "malformed" to them: it is a page with answers to mend.
  return result.ok ? result : refuse('check-answers', 422, { fields: result.refusal.fields })
}

function meant(schema: FieldSchema | undefined, raw: unknown): unknown {
  const isTick = schema?.type === 'boolean' || schema?.const === true
  if (isTick && raw === 'true') return true
  if (schema?.type !== 'integer' || typeof raw !== 'string') return raw
  // What is typed there and is no number is a wrong number, with the field's own words.
  return /^\d{1,9}$/.test(raw.trim()) ? Number(raw) : Number.NaN
}
