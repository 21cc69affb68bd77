import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import { maxFiles } from '#server/domain/application/file-at-sight.ts'
import { ownWords } from './shape'

/** A JSON Schema without our own keywords, which OpenAPI does not allow. Names of properties stay, whatever they are. */
function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([word]) => !(ownWords as readonly string[]).includes(word))
      .map(([word, value]) => [word, word === 'properties' ? inEach(value) : published(value)]),
  )
}

const inEach = (schemas: object) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, published(schema)]))

/**
 * The name under which generators offer a call: its method and its path, without the word Controller of prescribed
 * names. `GET /merit-lists/:list/:edition` → `getMeritListsByListByEdition`.
 */
function operationIdOf(method: string, path: string): string {
  const words = path
    .split('/')
    .filter((part) => part !== '' && !part.endsWith('Controller'))
    .map((part) => part.replace(/^:/, 'by-').replace(':', '-by-'))
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
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
  { title, version, base, publicUrl }: { title: string; version: string; base: string; publicUrl: string },
): Promise<() => object> {
  await api.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `Candidate API: ${title}`, version },
      servers: [{ url: publicUrl }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform({ schema, url, route }) {
      const { besideFiles } = route.config ?? {}
      const whole = withoutEmptyBody(besideFiles ? { ...schema, body: withFiles(besideFiles) } : (schema ?? {}))
      // A route that answers GET answers HEAD too, and is named after the first.
      const [method] = [route.method].flat()
      const operationId = operationIdOf(method!, url.slice(base.length))
      return { schema: { security: [], ...inEach(whole), operationId } as never, url }
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
