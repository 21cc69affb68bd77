import { sha256 } from '@noble/hashes/sha2.js'

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array

function hashed(...parts: readonly Uint8Array[]): Hash {
  const hash = sha256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** The hash of an entry of the log. Source: rules §19.2. */
export const leafHash = (entry: Uint8Array): Hash => hashed(leafPrefix, entry)
const nodeHash = (left: Hash, right: Hash): Hash => hashed(nodePrefix, left, right)

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** The largest power of two below `size`, which is at least 2. */
const splitOf = (size: number): number => 2 ** (31 - Math.clz32(size - 1))

/**
 * The Merkle tree over the hashes of entries, which only grows; every root and proof is that of RFC 6962. It keeps the
 * root of each whole subtree, 64 bytes an entry. Source: rules §19.2.
 */
export function createTree(hashes: Iterable<Hash> = []) {
  /** `whole[height][index]`: the root of the entries from `index * 2 ** height` on, `2 ** height` of them. */
  const whole: Hash[][] = [[]]

  function append(hash: Hash): void {
    let node = hash
    for (let height = 0; ; height++) {
      const row = whole[height] ?? []
      whole[height] = row
      row.push(node)
      if (row.length % 2) return
      node = nodeHash(row[row.length - 2]!, row[row.length - 1]!)
    }
  }

  function rootOf(from: number, to: number): Hash {
    const size = to - from
    const height = Math.log2(size)
    if (Number.isInteger(height) && from % size === 0) return whole[height]![from / size]!
    const middle = from + splitOf(size)
    return nodeHash(rootOf(from, middle), rootOf(middle, to))
  }

  function pathOf(index: number, from: number, to: number): Hash[] {
    if (to - from === 1) return []
    const middle = from + splitOf(to - from)
    return index < middle
      ? [...pathOf(index, from, middle), rootOf(middle, to)]
      : [...pathOf(index, middle, to), rootOf(from, middle)]
  }

  for (const hash of hashes) append(hash)
  return {
    size: (): number => whole[0]!.length,
    append,
    /** The root of the first `size` entries; `size` is at most the tree's. */
    root: (size = whole[0]!.length): Hash => (size ? rootOf(0, size) : hashed()),
    /** The hashes that lead from an entry to the root of the first `size`, the nearest first. */
    proof: (index: number, size: number): Hash[] => pathOf(index, 0, size),
    /** The hashes of a tile: whole subtrees of `256 ** level` entries, at most 256 of them. */
    tile: (level: number, index: number, width: number): Hash[] =>
      whole[level * 8]!.slice(index * 256, index * 256 + width),
  }
}

export type Tree = ReturnType<typeof createTree>

/** The root that a proof leads to from the hash of an entry; null if the proof does not fit the numbers. Source: rules §19.2. */
export function rootFrom(hash: Hash, index: number, size: number, proof: readonly Hash[]): Hash | null {
  if (index >= size) return null
  let [at, last, root] = [index, size - 1, hash]
  for (const beside of proof) {
    if (last === 0) return null
    if (at % 2 || at === last) {
      root = nodeHash(beside, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
    } else root = nodeHash(root, beside)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? root : null
}
