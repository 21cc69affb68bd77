import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sha256 } from '#pages/parts/allotment/sha256.ts'
import { mbale } from '#server/courses/courses.ts'
import { workedExample } from '#server/domain/allotment/worked-example.ts'
import { verifyDossier } from '#server/domain/allotment-dossier/dossier.ts'
import { ownSeat } from '#server/domain/allotment-dossier/own-seat.ts'
import { recompute } from '#server/domain/allotment-verifier/recompute.ts'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { dossierOf } from '#server/features/seats/allotment/dossier.ts'
import { drawnCohort } from './engine/drawn-cohort'

const input = drawnCohort(300, { codes: 12, longest: 10 })
const made = dossierOf(input, allot(input))
const text = (name: keyof typeof made.files) => Buffer.from(made.files[name]).toString()
const texts = { input: text('input.json'), result: text('result.json'), manifest: text('manifest.json') }

test('the hash is SHA-256, in whatever pieces the text comes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 150 }), { maxLength: 5 }), (pieces) => {
      expect(sha256(pieces)).toBe(createHash('sha256').update(pieces.join('')).digest('hex'))
    }),
  )
  expect(sha256(['क्ष'.repeat(90_000)])).toBe(createHash('sha256').update('क्ष'.repeat(90_000)).digest('hex'))
  const [before, after] = [`${'a'.repeat(70_000)}\ud83d`, '\ude00']
  expect(sha256([before, after])).toBe(
    createHash('sha256')
      .update(before + after)
      .digest('hex'),
  )
})

describe('the check that a visitor runs', () => {
  test('passes the dossier of a run, and knows it by the hashes that the portal shows', () => {
    const verdict = verifyDossier(texts, sha256)
    expect(verdict.state).toBe('holds')
    expect(verdict.state === 'holds' && verdict.result.inputHash).toBe(made.inputHash)
    expect(sha256([texts.result])).toBe(made.resultHash)
  })

  /** The same dossier with a result altered, and a manifest made to fit it. */
  const altered = (change: (result: ReturnType<typeof allot>) => void) => {
    const result = allot(input)
    change(result)
    const { files } = dossierOf(input, result)
    const verdict = verifyDossier(
      {
        ...texts,
        result: Buffer.from(files['result.json']).toString(),
        manifest: Buffer.from(files['manifest.json']).toString(),
      },
      sha256,
    )
    return verdict.state === 'broken' ? verdict.breaches : []
  }

  test('names the candidate whose seat was taken away, and the seat', () => {
    const { id, choiceCode, seatType } = allot(input).allotments[0]!
    const breaches = altered((result) => void result.allotments.shift())
    expect(breaches).toContainEqual(
      expect.objectContaining({ promise: 'optimal', says: `${id} must get ${choiceCode} ${seatType}` }),
    )
  })

  test('names two candidates whose seats were exchanged', () => {
    const breaches = altered(({ allotments }) => {
      const [one, other] = [
        allotments[0]!,
        allotments.find(({ choiceCode }) => choiceCode !== allotments[0]!.choiceCode)!,
      ]
      const { choiceCode } = one
      one.choiceCode = other.choiceCode
      other.choiceCode = choiceCode
    })
    expect(breaches.length).toBeGreaterThan(1)
  })

  test('names a closing merit that was changed', () => {
    const breaches = altered(({ closing }) => void closing[0]!.merit++)
    expect(breaches).toEqual([expect.objectContaining({ promise: 'closing', path: '$.closing[0]' })])
  })

  test('tells a file that was altered alone by its manifest, and one that is no dossier', () => {
    const result = texts.result.replace('"stage":"I"', '"stage": "I"')
    expect(verifyDossier({ ...texts, result }, sha256)).toMatchObject({
      state: 'broken',
      breaches: [{ promise: 'dossier', path: '$.resultHash' }],
    })
    expect(verifyDossier({ ...texts, input: '{' }, sha256)).toMatchObject({
      state: 'unusable',
      faults: [{ file: 'input' }],
    })
  })
})

test('a visitor finds the seat of a merit number, and every choice above it closed by better numbers', () => {
  const result = allot(input)
  for (const one of input.candidates) {
    const own = ownSeat(input, result, { list: 'all-india', merit: one.allIndiaMerit })!
    const seat = result.allotments.find(({ id }) => id === one.id) ?? null
    expect(own.seat).toEqual(seat)
    expect(own.higher.map(({ choiceCode }) => choiceCode)).toEqual(
      one.options.slice(0, seat?.preference ? seat.preference - 1 : one.options.length),
    )
    // Nobody holds a seat in this round, so nothing but merit closes one.
    for (const { own: mine, last } of own.higher.flatMap(({ pools }) => pools))
      if (last !== null) expect(mine).toBeGreaterThan(last)
  }
  expect(ownSeat(input, result, { list: 'state', merit: 99_999 })).toBeNull()
})

test('the example of the brochure is what the verifier computes, too', () => {
  const { input, people, conversions } = workedExample(mbale.rounds)
  const right = recompute(input)
  expect(people.flatMap(({ seat }) => seat ?? [])).toEqual(right.allotments)
  expect(conversions).toEqual(right.conversions)
  // It shows a conversion, a seat reached by it, and somebody without a seat.
  expect(conversions.length).toBeGreaterThan(0)
  expect(people.some(({ seat }) => seat?.stage === 'II')).toBe(true)
  expect(people.some(({ seat }) => seat === null)).toBe(true)
})
