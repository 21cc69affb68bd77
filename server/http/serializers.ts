import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify'

type Serializer = (answer: unknown) => string

const compile = SerializerSelector()()
const compiled = new Map<string, Serializer>()

/** Fastify's own serialisers, compiled once per schema, because every course answers in the same shapes. */
export const serializerOf: FastifySerializerCompiler<unknown> = (route) => {
  const text = JSON.stringify(route.schema)
  const known = compiled.get(text)
  if (known) return known
  const serializer: Serializer = compile({ ...route, httpStatus: route.httpStatus ?? '' })
  compiled.set(text, serializer)
  return serializer
}
