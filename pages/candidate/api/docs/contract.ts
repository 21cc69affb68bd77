/** The parts of an OpenAPI document that the page reads. */
type Schema = {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  pattern?: string
  description?: string
}
type Content = { content?: Record<string, { schema?: Schema }> }
type Operation = {
  summary?: string
  tags?: readonly string[]
  security?: readonly unknown[]
  requestBody?: Content
  responses?: Record<string, Content>
}
export type OpenApi = {
  info: { title: string; version: string }
  paths?: Record<string, Record<string, Operation>>
}

export type FieldText = {
  name: string
  type: string
  isRequired: boolean
  minLength?: number
  maxLength?: number
  pattern?: string
  oneOf?: string
}
export type CallText = {
  id: string
  method: string
  path: string
  summary: string
  needsBearer: boolean
  fields: readonly FieldText[]
  answers: readonly { status: string; data: string | null }[]
}
type CallGroup = { name: string; calls: readonly CallText[] }

const schemaIn = ({ content }: Content = {}): Schema | undefined =>
  (content?.['application/json'] ?? content?.['multipart/form-data'])?.schema

/** A schema in one line: `{ token: string, expiresAt: string }`. */
function lineOf(schema: Schema | undefined): string {
  if (!schema) return 'any'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(lineOf).join(' | ')
  if (schema.type === 'array') return `[${lineOf(schema.items)}]`
  if (schema.properties) {
    const required = new Set(schema.required)
    const fields = Object.entries(schema.properties)
    return `{ ${fields.map(([name, field]) => `${name}${required.has(name) ? '' : '?'}: ${lineOf(field)}`).join(', ')} }`
  }
  return schema.type ?? 'any'
}

const typeOf = (value: unknown) => (value === undefined ? 'any' : typeof value)

function fieldsOf(schema: Schema | undefined): FieldText[] {
  const required = new Set(schema?.required)
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => ({
    name,
    type: field.type ?? typeOf(field.const ?? field.enum?.[0]),
    isRequired: required.has(name),
    minLength: field.minLength,
    maxLength: field.maxLength,
    pattern: field.pattern,
    oneOf: field.enum?.join(', ') ?? (field.const === undefined ? undefined : String(field.const)),
  }))
}

/**
 * The answers by status. `data` describes the data of a success, and is null for a failure: failures share one shape.
 */
function answersOf({ responses = {} }: Operation): CallText['answers'] {
  return Object.entries(responses).map(([status, content]) => {
    const data = schemaIn(content)?.properties?.data
    return { status: status.replace(/^(\d)XX$/i, '$1xx'), data: data ? lineOf(data) : null }
  })
}

/** The document's calls, grouped by tag or else by the first part of the path. `base`: the prefix of every path. */
export function callGroups(document: OpenApi, base: string): CallGroup[] {
  const groups = new Map<string, CallText[]>()
  for (const [path, operations] of Object.entries(document.paths ?? {})) {
    const short = path.startsWith(base) ? path.slice(base.length) : path
    for (const [method, operation] of Object.entries(operations)) {
      const name = operation.tags?.[0] ?? short.split('/')[1] ?? short
      const calls = groups.get(name) ?? []
      calls.push({
        id: `${method}${short.replace(/\W+/g, '-')}`,
        method: method.toUpperCase(),
        path: short,
        summary: operation.summary ?? '',
        needsBearer: !!operation.security?.length,
        fields: fieldsOf(schemaIn(operation.requestBody)),
        answers: answersOf(operation),
      })
      groups.set(name, calls)
    }
  }
  return [...groups].map(([name, calls]) => ({ name, calls }))
}
