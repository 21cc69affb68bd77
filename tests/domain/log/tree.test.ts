import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bundleOf, entriesIn, isLogFile, tileFile, tilesOf } from '#server/domain/log/files.ts'
import { fromBase64, toBase64 } from '#server/domain/log/note.ts'
import { createTree, leafHash, rootFrom } from '#server/domain/log/tree.ts'

const sha = (...parts: Uint8Array[]) => new Uint8Array(createHash('sha256').update(Buffer.concat(parts)).digest())
const hexOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

/** The definitions of RFC 6962, section 2.1, word for word. */
function naiveRoot(entries: Uint8Array[]): Uint8Array {
  if (entries.length === 0) return sha()
  if (entries.length === 1) return sha(Uint8Array.of(0), entries[0]!)
  let k = 1
  while (k * 2 < entries.length) k *= 2
  return sha(Uint8Array.of(1), naiveRoot(entries.slice(0, k)), naiveRoot(entries.slice(k)))
}
function naivePath(m: number, entries: Uint8Array[]): Uint8Array[] {
  if (entries.length === 1) return []
  let k = 1
  while (k * 2 < entries.length) k *= 2
  return m < k
    ? [...naivePath(m, entries.slice(0, k)), naiveRoot(entries.slice(k))]
    : [...naivePath(m - k, entries.slice(k)), naiveRoot(entries.slice(0, k))]
}

const entries = Array.from({ length: 530 }, (_, n) => Buffer.from(`entry ${n} ${'x'.repeat(n % 7)}`))
const tree = createTree(entries.map(leafHash))

test('the tree of the published test vectors', () => {
  // The eight inputs of the test data that certificate-transparency implementations share.
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const known = createTree(inputs.map((input) => leafHash(Buffer.from(input, 'hex'))))
  expect(hexOf(createTree().root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hexOf(known.root(1))).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(hexOf(known.root(2))).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
  expect(hexOf(known.root(3))).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77')
  expect(hexOf(known.root(8))).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
})

test('every root and every proof is that of a tree made anew', () => {
  for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 31, 64, 100, 255, 256, 257, 511, 512, 513, 530]) {
    const some = entries.slice(0, size)
    const root = naiveRoot(some)
    expect(hexOf(tree.root(size))).toBe(hexOf(root))
    for (const index of new Set([0, 1, size >> 1, size - 2, size - 1].filter((n) => n >= 0 && n < size))) {
      const proof = tree.proof(index, size)
      expect(proof.map(hexOf)).toEqual(naivePath(index, some).map(hexOf))
      expect(hexOf(rootFrom(leafHash(some[index]!), index, size, proof))).toBe(hexOf(root))
      // Neither another place, nor a shorter or longer way, nor another entry leads to the root.
      for (const [at, other] of [
        [index + 1, proof],
        [index, proof.slice(1)],
        [index, [...proof, root]],
      ] as const)
        if (other !== proof || size > 1)
          expect(hexOf(rootFrom(leafHash(some[index]!), at, size, [...other]))).not.toBe(
            size > 1 || at ? hexOf(root) : '',
          )
      expect(hexOf(rootFrom(leafHash(Buffer.from('another')), index, size, proof))).not.toBe(hexOf(root))
    }
  }
})

test('tiles hold the roots of whole tiles below them', () => {
  expect(tilesOf(530)).toEqual([
    { level: 0, index: 0, width: 256 },
    { level: 0, index: 1, width: 256 },
    { level: 0, index: 2, width: 18 },
    { level: 1, index: 0, width: 2 },
  ])
  expect(tree.tile(1, 0, 2).map(hexOf)).toEqual([
    hexOf(naiveRoot(entries.slice(0, 256))),
    hexOf(naiveRoot(entries.slice(256, 512))),
  ])
  // The example of the published format.
  const widths = tilesOf(70_000).filter(({ width }) => width < 256)
  expect(widths.map(({ level, index, width }) => tileFile(level, index, width))).toEqual([
    'tile/0/273.p/112',
    'tile/1/001.p/17',
    'tile/2/000.p/1',
  ])
  expect(tileFile('entries', 1_234_067, 256)).toBe('tile/entries/x001/x234/067')
})

test('a path that is no file of a log is none', () => {
  for (const good of ['checkpoint', 'tile/0/000', 'tile/entries/x001/234.p/9', 'tile/63/000.p/255'])
    expect([good, isLogFile(good)]).toEqual([good, true])
  for (const bad of [
    '',
    'checkpoint/',
    '../portal.db',
    'tile/0/../../portal.db',
    'tile/64/000',
    'tile/0/00',
    'tile/0/000.p/0',
    'tile/0/000.part',
    'checkpoint.part',
    'tile/0/000\n',
  ])
    expect([bad, isLogFile(bad)]).toEqual([bad, false])
})

test('a bundle is read as it was written, and a cut one not at all', () => {
  const some = entries.slice(0, 5)
  const bundle = bundleOf(some)
  expect(entriesIn(bundle, 5)!.map((entry) => Buffer.from(entry).toString())).toEqual(some.map(String))
  for (let end = 0; end < bundle.length; end++) expect(entriesIn(bundle.subarray(0, end), 5)).toBeNull()
  expect(entriesIn(bundle, 4)).toBeNull()
  expect(() => bundleOf([new Uint8Array(65_536)])).toThrow('too long')
})

test('bytes of any number are written in base64 and read again', () => {
  for (const length of [0, 1, 32, 200_000]) {
    const bytes = new Uint8Array(length).map((_, n) => (n * 31) % 256)
    expect(toBase64(bytes) === Buffer.from(bytes).toString('base64')).toBe(true)
    expect(Buffer.from(fromBase64(toBase64(bytes))!).equals(bytes)).toBe(true)
  }
})
