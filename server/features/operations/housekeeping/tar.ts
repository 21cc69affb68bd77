import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { Header } from 'tar/header'

/** Tar files are made of blocks of this many bytes. */
export const block = 512
const piece = 1024 * 1024
/** Two empty blocks end a tar file. */
const end = Buffer.alloc(2 * block)
/** A file inside a tar file: its name, its size, and the position of its first byte. */
export type TarEntry = { name: string; bytes: number; at: number }

/** The bytes that follow a file's content up to the next block. */
const padding = (bytes: number): number => (block - (bytes % block)) % block

/**
 * The block that introduces a file (POSIX ustar; a size of 8 GiB or more in base 256, as GNU's tar writes it). It names
 * no time and no owner, so that the same files give the same bytes. Throws if the name does not fit.
 */
export function headerOf(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(block)
  new Header({ path: name, size: bytes, mode: 0o600, uid: 0, gid: 0, mtime: new Date(0), type: 'File' }).encode(header)
  if (fileIn(header)?.name !== name) throw new Error(`${name} does not fit as a name in an archive`)
  return header
}

/** The file that a block introduces; null if the block is damaged, or introduces anything else. */
function fileIn(block: Buffer): Omit<TarEntry, 'at'> | null {
  try {
    const { cksumValid: isWhole, type, path: name, size: bytes } = new Header(block)
    return isWhole && type === 'File' && name && bytes !== undefined ? { name, bytes } : null
  } catch {
    // The only errors of the parser: numbers that no file has.
    return null
  }
}

/** A small file as it appears in a tar file: its header, its text, its padding. */
export function entryOf(name: string, text: string): Buffer {
  const content = Buffer.from(text)
  return Buffer.concat([headerOf(name, content.length), content, Buffer.alloc(padding(content.length))])
}

/** The last bytes of a tar file whose last entry is this small file. */
export const lastEntryOf = (name: string, text: string): Buffer => Buffer.concat([entryOf(name, text), end])

/** Writes a tar file entry by entry, with one piece in memory. `onBytes` gets every byte in order. */
export function tarWriter(file: string, onBytes: (bytes: Buffer) => void) {
  const handle = openSync(file, 'wx', 0o600)
  const buffer = Buffer.allocUnsafe(piece)
  function put(bytes: Buffer): void {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
    onBytes(bytes)
  }
  return {
    put,
    /** Adds the file `from`, of a known size. Throws if its size changes meanwhile. */
    add(name: string, from: string, bytes: number, onContent: (bytes: Buffer) => void): void {
      put(headerOf(name, bytes))
      let left = bytes
      const source = openSync(from, 'r')
      try {
        for (let read = readSync(source, buffer); read > 0 && left >= read; read = readSync(source, buffer)) {
          const content = buffer.subarray(0, read)
          onContent(content)
          put(content)
          left -= read
        }
      } finally {
        closeSync(source)
      }
      if (left !== 0) throw new Error(`${from} changed while it was read`)
      put(Buffer.alloc(padding(bytes)))
    },
    close: (): void => closeSync(handle),
  }
}

/** A tar file is damaged: `after` names the last whole entry before the damage. */
export class DamagedTar extends Error {
  constructor(readonly after: string | null) {
    super('damaged')
  }
}

/** The entries of a tar file, in order. Throws `DamagedTar` at a block that introduces no file. */
export function* entriesIn(handle: number): Generator<TarEntry> {
  const header = Buffer.alloc(block)
  let last: string | null = null
  for (let at = 0; ; ) {
    if (readSync(handle, header, 0, block, at) < block) throw new DamagedTar(last)
    if (header.equals(end.subarray(0, block))) return
    const file = fileIn(header)
    if (!file) throw new DamagedTar(last)
    const entry = { ...file, at: at + block }
    yield entry
    last = entry.name
    at = entry.at + entry.bytes + padding(entry.bytes)
  }
}

/** A part of an open file, in pieces. It ends early where the file does. */
export function* piecesOf(handle: number, from: number, bytes: number): Generator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(piece, Math.max(bytes, 1)))
  for (let at = from; at < from + bytes; ) {
    const read = readSync(handle, buffer, 0, Math.min(buffer.length, from + bytes - at), at)
    if (read === 0) return
    yield buffer.subarray(0, read)
    at += read
  }
}
