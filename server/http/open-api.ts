import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import { maxFiles } from './upload'

/** Our own schema keywords (for messages and tidying), which readers of the contract do not need. */
const ownWords = new Set(['fault', 'tidy', 'sameAs', 'multiline'])

const withoutOwnWords = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOwnWords)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !ownWords.has(name))
      .map(([name, inner]) => [name, withoutOwnWords(inner)]),
  )
}

/** A body without fields is optional. */
const withoutEmptyBody = ({ body, ...schema }: { body?: unknown }) =>
  Object.keys((body as { properties?: object } | undefined)?.properties ?? {}).length ? { ...schema, body } : schema

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The text fields of a multipart call; Fastify cannot validate them. */
    besideFiles?: TObject
  }
}

/** HEAD is answered wherever GET is, which every client expects. */
function withoutHead<D extends { paths?: object }>(document: D): D {
  for (const path of Object.values<{ head?: unknown }>({ ...document.paths })) delete path.head
  return document
}

/** The body of a call with files: its fields, and the files in `file`. */
const withFiles = ({ properties, required }: TObject) => ({
  type: 'object',
  additionalProperties: false,
  required: [...((required as readonly string[] | undefined) ?? []), 'file'],
  properties: {
    ...properties,
    file: { type: 'array', maxItems: maxFiles, items: { type: 'string', format: 'binary' } },
  },
})

/** Serves OpenAPI 3.1, made from the routes' own schemas, at `openapi.json`; returns a function that reads it. */
export async function registerApiDocument(
  api: FastifyInstance,
  { title, version }: { title: string; version: string },
): Promise<() => object> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Candidate API: ${title}`, version },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform({ schema, url, route }) {
      const { besideFiles } = route.config ?? {}
      const whole = besideFiles ? { ...schema, body: withFiles(besideFiles) } : (schema ?? {})
      return { schema: withoutOwnWords(withoutEmptyBody(whole)) as never, url }
    },
  })
  let document: object | undefined
  const read = () => {
    document ??= withoutHead(api.swagger())
    return document
  }
  api.get('/openapi.json', { schema: { hide: true } }, read)
  return read
}
