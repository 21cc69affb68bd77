import { closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Tar files are made of blocks of this many bytes. */
const block = 512
const piece = 1024 * 1024
/** Two empty blocks end a tar file. */
const end = Buffer.alloc(2 * block)
/** Sizes have eleven octal digits. */
const largest = 8 ** 11 - 1

/** A file inside a tar file: its name, its size, and the position of its first byte. */
export type TarEntry = { name: string; bytes: number; at: number }

/** The bytes that follow a file's content up to the next block. */
const padding = (bytes: number): number => (block - (bytes % block)) % block

/**
 * The block that introduces a file (POSIX ustar). It names no time and no owner, so that the same files give the same
 * bytes. Throws if the name has more than 100 bytes or the file 8 GiB.
 */
function headerOf(name: string, bytes: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long a name for an archive`)
  if (bytes > largest) throw new Error(`${name} is too large for an archive`)
  const header = Buffer.alloc(block)
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  header.write(name, 0)
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes, 124, 11)
  octal(0, 136, 11)
  header.write('        0', 148, 'latin1')
  header.write('ustar\x0000', 257, 'latin1')
  octal(checksumOf(header), 148, 6)
  return header
}

function checksumOf(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
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

/** The entries of a tar file, in order. Throws `DamagedTar` at a header that is not as `headerOf` writes it. */
export function* entriesIn(handle: number): Generator<TarEntry> {
  const header = Buffer.alloc(block)
  let last: string | null = null
  for (let at = 0; ; ) {
    if (readSync(handle, header, 0, block, at) < block) throw new DamagedTar(last)
    if (header.equals(end.subarray(0, block))) return
    const text = (from: number, length: number) => header.toString('utf8', from, from + length).split('\0')[0]!
    const entry = { name: text(0, 100), bytes: Number.parseInt(text(124, 12), 8), at: at + block }
    if (!(entry.bytes >= 0) || !headerOf(entry.name, entry.bytes).equals(header)) throw new DamagedTar(last)
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
