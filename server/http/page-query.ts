import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writtenNumber } from '../kernel/written-number'
import { onceEach } from './address'

const number = Type.Optional(Type.Integer({ minimum: 1 }))
const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const word = text(100)

/**
 * What the addresses of pages ask for: every name that a page reads, with its shape. A value of another shape counts as not
 * given. The lists of the desk read theirs by their own shape.
 */
const PageQuery = Type.Object({
  // Places in a list: a page of it, an entry, or the entry that the page begins at, after or before.
  page: number,
  from: number,
  before: number,
  after: text(200),
  id: number,
  version: number,
  object: number,
  // Searches and filters.
  q: text(500),
  name: word,
  district: text(200),
  university: text(200),
  course: text(200),
  status: text(200),
  institute: word,
  seatType: text(200),
  category: word,
  gender: word,
  by: word,
  type: word,
  region: word,
  round: word,
  list: word,
  edition: word,
  order: word,
  kind: word,
  act: word,
  change: word,
  day: word,
  archive: word,
  reached: word,
  applicationId: word,
  userId: word,
  kept: word,
  suspicion: word,
  code: word,
  centre: word,
  // A step of the page, or what it opens with.
  step: word,
  tab: word,
  decide: word,
  preview: word,
  onward: word,
  late: word,
  set: word,
  risk: word,
  removed: word,
  ticked: text(2000),
  next: text(2000),
  // Links in messages.
  token: text(200),
  email: text(200),
  stop: text(200),
})
export type PageQuery = Readonly<Static<typeof PageQuery>>

/** Reads the query of a page's address by its contract. */
export function readQuery(query: unknown): PageQuery {
  const sent = onceEach(query)
  return Object.fromEntries(
    Object.entries(PageQuery.properties).flatMap(([name, schema]) => {
      const value = Type.IsInteger(schema) ? writtenNumber(sent[name]) : sent[name]
      return value != null && Value.Check(schema, value) ? [[name, value]] : []
    }),
  )
}
