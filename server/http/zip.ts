import { crc32 } from 'node:zlib'

/** A file for an archive: a name in letters that every system takes, and its bytes in pieces. */
export type ZipEntry = { name: string; pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> }

type Written = { name: Buffer; crc: number; bytes: number; at: number }

/** Sizes follow the content (bit 3); names are UTF-8 (bit 11). */
const flags = 0x0808
/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const day = 0x21

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(day, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptor({ crc, bytes }: Written): Buffer {
  const after = Buffer.alloc(16)
  after.writeUInt32LE(0x08074b50, 0)
  after.writeUInt32LE(crc, 4)
  after.writeUInt32LE(bytes, 8)
  after.writeUInt32LE(bytes, 12)
  return after
}

function centralHeader({ name, crc, bytes, at }: Written): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(day, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(bytes, 20)
  header.writeUInt32LE(bytes, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(at, 42)
  return Buffer.concat([header, name])
}

function endOf(files: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(at, 16)
  return end
}

/**
 * A ZIP archive, piece by piece: it never holds more than one piece of one file. Files are stored as they are, because
 * pictures and PDFs are packed already. For archives below 4 GB. Source: APPNOTE.TXT, 4.3 and 4.4.
 */
export async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let at = 0
  for await (const { name, pieces } of entries) {
    const one: Written = { name: Buffer.from(name), crc: 0, bytes: 0, at }
    const header = localHeader(one.name)
    yield header
    for await (const piece of pieces) {
      one.crc = crc32(piece, one.crc)
      one.bytes += piece.length
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
    }
    yield descriptor(one)
    at += header.length + one.bytes + 16
    written.push(one)
  }
  const directory = Buffer.concat(written.map(centralHeader))
  yield directory
  yield endOf(written.length, directory.length, at)
}
