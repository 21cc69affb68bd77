import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (answer: unknown) => string

const compile = SerializerSelector()()
const compiled = new Map<string, Serializer>()
const bySchema = new WeakMap<object, Serializer>()

/** Fastify's own serialisers, compiled once per schema, because every course answers in the same shapes. */
export const serializerOf: FastifySerializerCompiler<unknown> = (route) => {
  const schema = route.schema as object
  const known = bySchema.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const serializer: Serializer = compiled.get(text) ?? compile({ ...route, httpStatus: route.httpStatus ?? '' })
  compiled.set(text, serializer)
  bySchema.set(schema, serializer)
  return serializer
}
