import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { onceEach } from './address'

const number = Type.Optional(Type.Integer({ minimum: 1 }))
const text = Type.Optional(Type.String())

/**
 * What the addresses of pages ask for: every name that a page reads, with its shape. A value of another shape counts as not
 * given. How long a text may be is for the page to say: a token of another portal is longer than a search. The lists of the
 * desk read theirs by their own shape.
 */
const PageQuery = Type.Object({
  // Places in a list: a page of it, an entry, or the entry that the page begins at, after or before.
  page: number,
  from: number,
  before: number,
  after: text,
  id: text,
  version: number,
  // An entry of the public log; the first one is 0.
  entry: text,
  of: text,
  // Searches and filters.
  q: text,
  name: text,
  district: text,
  university: text,
  course: text,
  status: text,
  institute: text,
  seatType: text,
  category: text,
  gender: text,
  by: text,
  type: text,
  region: text,
  round: text,
  list: text,
  edition: text,
  order: text,
  registered: number,
  kind: text,
  act: text,
  change: text,
  day: text,
  archive: text,
  reached: text,
  // The questions of who can apply.
  asked: text,
  years: text,
  marks: text,
  passed: text,
  place: text,
  // What the finder of types was told.
  domicile: text,
  fee: text,
  hostel: text,
  near: text,
  chance: text,
  starred: text,
  applicationId: text,
  userId: text,
  kept: text,
  payment: text,
  suspicion: text,
  code: text,
  centre: text,
  // A step of the page, or what it opens with.
  step: text,
  tab: text,
  decide: text,
  preview: text,
  onward: text,
  late: text,
  set: text,
  risk: text,
  removed: text,
  ticked: text,
  codes: text,
  // `true`: the whole of a list, for the browser that searches it by itself.
  all: text,
  next: text,
  // Links in messages.
  token: text,
  email: text,
  stop: text,
  receiver: text,
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
