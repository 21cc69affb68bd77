import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { allot } from '#server/features/seats/allotment/allot.ts'
import { dossierOf } from '#server/features/seats/allotment/dossier.ts'
import { candidate, round, seats } from '#tests/domain/allotment/engine/cases.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('the code of a published file is what any program works out from its bytes', () => {
  const input = round(seats({ B: { LOPENS: 1, GOPENS: 1 }, A: { GOPENS: 2 } }), [
    candidate('मेघा', 2, 'BA'),
    candidate('b', 1, 'A', { minority: ['z', 'a'] }),
  ])
  const { files, inputHash, resultHash } = dossierOf(input, allot(input))
  expect(sha256(files['input.json'])).toBe(inputHash)
  expect(sha256(files['result.json'])).toBe(resultHash)
  expect(JSON.parse(Buffer.from(files['manifest.json']).toString())).toMatchObject({ inputHash, resultHash })
  // The order in which the candidates came is not told.
  const shuffled = { ...input, candidates: [...input.candidates].reverse() }
  expect(dossierOf(shuffled, allot(shuffled)).files['input.json']).toEqual(files['input.json'])
})
