/** The entries, and the hashes of a level, that one file holds. */
export const tileWidth = 256

export const checkpointFile = 'checkpoint'

/** `1234067` → `x001/x234/067`. */
function numbered(index: number): string {
  const parts = [String(index % 1000).padStart(3, '0')]
  for (let rest = Math.floor(index / 1000); rest; rest = Math.floor(rest / 1000))
    parts.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  return parts.join('/')
}

/** The file of a tile of hashes, or of a bundle of entries; `width`: how many of 256 it holds. Source: rules §19.3. */
export const tileFile = (level: number | 'entries', index: number, width: number): string =>
  `tile/${level}/${numbered(index)}${width < tileWidth ? `.p/${width}` : ''}`

/** A path that may name a file of a log. Anything else is none. */
export const isLogFile = (path: string): boolean =>
  path === checkpointFile ||
  /^witnessed\/[0-9a-f]{8}$/.test(path) ||
  /^tile\/(entries|[0-9]|[1-5][0-9]|6[0-3])\/(x[0-9]{3}\/){0,4}[0-9]{3}(\.p\/[1-9][0-9]{0,2})?$/.test(path)

type Tile = { level: number; index: number; width: number }

/** The tiles of hashes of a log of this size, of all levels: those of level 0 also name the bundles of entries. */
export function tilesOf(size: number): Tile[] {
  const tiles: Tile[] = []
  for (let level = 0, count = size; count; level++, count = Math.floor(count / tileWidth))
    for (let index = 0; index * tileWidth < count; index++)
      tiles.push({ level, index, width: Math.min(tileWidth, count - index * tileWidth) })
  return tiles
}

/** The longest entry, in bytes: its length is written in two. */
const longestEntry = 65_535

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Entries as a file holds them: each after its length. Throws if one is too long. */
export const bundleOf = (entries: readonly Uint8Array[]): Uint8Array =>
  joined(
    entries.flatMap((entry) => {
      if (entry.length > longestEntry) throw new Error('an entry of the public log is too long')
      return [Uint8Array.of(entry.length >> 8, entry.length & 255), entry]
    }),
  )

/** The entries in a file; null if it holds another number of them, or ends within one. */
export function entriesIn(bundle: Uint8Array, width: number): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bundle.length) {
    if (at + 2 > bundle.length) return null
    const end = at + 2 + bundle[at]! * 256 + bundle[at + 1]!
    if (end > bundle.length) return null
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries.length === width ? entries : null
}
