import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Course } from '#server/courses/course.ts'
import { archiveFile } from '#server/domain/operations/housekeeping.ts'
import { databaseFile, type PortalIdentity } from '#server/domain/operations/identity.ts'
import { bringBack, copyDatabase, filesOf, hashIn, missingOf, placeFile, remove, sync } from './copying'
import { fingerprintOf } from './fingerprint'
import { block, DamagedTar, entriesIn, entryOf, lastEntryOf, piecesOf, type TarEntry, tarWriter } from './tar'

/** The end of the audit log, or the first line at which it is broken. */
type AuditEnd = { isWhole: true; head: { line: number; hash: string } } | { isWhole: false; line: number }

/**
 * The description of an archive, `archive.json` inside it. `course`: the profile and the season that the portal was
 * created with. `madeAt`: by the machine's clock; `clock`: by the portal's, in ms. `damaged`: files left out because
 * their bytes did not match their names; `missing`: files that rows name and that were not there.
 */
export type ArchiveNote = {
  format: 1
  software: string
  mode: 'live' | 'demo'
  portal: PortalIdentity
  course: Course
  madeAt: number
  clock: number
  audit: AuditEnd
  files: number
  damaged: string[]
  missing: string[]
}

/** What only the database says of an archive. */
type Described = Omit<ArchiveNote, 'format' | 'files' | 'damaged' | 'missing'>

/** `source`: the database, as a file or an image. `folder`: the portal's. `file`: the archive to make. */
type ArchiveTask = {
  source: string | Uint8Array
  folder: string
  file: string
  descriptionOf(database: string): Described
}

/** The hashes of all entries before it, as `sha256sum -c` reads them. */
const sumsFile = 'SHA256SUMS'
/** The last entry: the hash of every byte before it. */
const sealFile = 'SEAL'

const lineOf = (name: string, hash: string) => `${hash}  ${name}\n`
const sealOf = (hash: string) => lastEntryOf(sealFile, `${hash}\n`)
const sealBytes = sealOf('0'.repeat(64)).length
/** The sha-256 of the first block of a seal from before 27 November 2026, which spells the same fields otherwise. */
const earlierSealHeader = '9d40516532a97277aae68ae2481d7533d42e3f0e731321a0f865e00228aeb015'

/**
 * Writes one portal into one tar file while it runs: its database as of one instant, its other files, a description, the
 * hash of each of them, and a seal over every byte before it. Keeps one piece of a file in memory, never a list of
 * files. The archive appears whole or not at all. `fingerprint`: the sha-256 of the whole file. Throws if the file
 * exists already. Source: rules §12.6.
 */
export async function makeArchive(task: ArchiveTask): Promise<{ note: ArchiveNote; fingerprint: string }> {
  const { source, folder, file } = task
  if (existsSync(file)) throw new Error(`${file} is there already`)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const [partial, database, sums] = [`${file}.partial`, `${file}.${databaseFile}`, `${file}.sums`]
  const temporary = [partial, database, sums, `${database}-wal`, `${database}-shm`]
  for (const left of temporary) remove(left)
  try {
    await copyDatabase(source, database)
    const made = writeArchive({ ...task, partial, database, sums })
    sync(partial)
    renameSync(partial, file)
    sync(path.dirname(file))
    return made
  } finally {
    for (const left of temporary) remove(left)
  }

  function writeArchive({ descriptionOf }: ArchiveTask & { partial: string; database: string; sums: string }) {
    const whole = createHash('sha256')
    const tar = tarWriter(partial, (bytes) => whole.update(bytes))
    try {
      addTo(database, databaseFile)
      const found = addFiles()
      const note: ArchiveNote = {
        format: 1,
        ...descriptionOf(database),
        ...found,
        missing: missingOf(database, folder),
      }
      addText(archiveFile, `${JSON.stringify(note, null, 2)}\n`)
      tar.add(sumsFile, sums, statSync(sums).size, () => {})
      tar.put(sealOf(whole.copy().digest('hex')))
      return { note, fingerprint: whole.digest('hex') }
    } finally {
      tar.close()
    }

    function addTo(from: string, name: string): void {
      const hash = createHash('sha256')
      tar.add(name, from, statSync(from).size, (content) => hash.update(content))
      appendFileSync(sums, lineOf(name, hash.digest('hex')), { mode: 0o600 })
    }

    function addText(name: string, text: string): void {
      tar.put(entryOf(name, text))
      appendFileSync(sums, lineOf(name, createHash('sha256').update(text).digest('hex')))
    }

    function addFiles(): { files: number; damaged: string[] } {
      const damaged: string[] = []
      let files = 0
      for (const at of filesOf(folder)) {
        const original = path.join(folder, at)
        // The sweep has deleted it meanwhile, or an older archive described this folder.
        if (!existsSync(original) || at === archiveFile) continue
        const wanted = hashIn(at)
        if (wanted !== null && fingerprintOf(original) !== wanted) {
          damaged.push(at)
          continue
        }
        addTo(original, at.replaceAll(path.sep, '/'))
        files++
      }
      return { files, damaged }
    }
  }
}

/** An archive that is not as it was made; the message names the file and the first altered part of it. */
class AlteredArchive extends Error {
  constructor(file: string, part: string) {
    super(`${file} is not as it was made: ${part} was altered`)
  }
}

/**
 * Holds every byte of an archive to its hashes: each file to its line, and the whole to its seal. Answers its
 * description and its fingerprint. Throws `AlteredArchive`, which names the first part that differs. Source: case 94.
 */
export function verifyArchive(file: string): { note: ArchiveNote; fingerprint: string } {
  return withOpen(file, (handle) => {
    let described: TarEntry | undefined
    walk(file, handle, (entry) => {
      if (entry.name === archiveFile) described = entry
    })
    const fingerprint = holdToSeal(file, handle)
    if (!described) throw new AlteredArchive(file, archiveFile)
    return { note: JSON.parse(textOf(handle, described)) as ArchiveNote, fingerprint }
  })
}

const textOf = (handle: number, { at, bytes }: TarEntry) =>
  Buffer.concat([...piecesOf(handle, at, bytes)].map((bytes) => Buffer.from(bytes))).toString()

function withOpen<T>(file: string, work: (handle: number) => T): T {
  const handle = openSync(file, 'r')
  try {
    return work(handle)
  } finally {
    closeSync(handle)
  }
}

/** The hash of a part of an open file. */
function hashOf(handle: number, from: number, bytes: number): ReturnType<typeof createHash> {
  const hash = createHash('sha256')
  for (const piece of piecesOf(handle, from, bytes)) hash.update(piece)
  return hash
}

/** Visits every file of an archive whose bytes match its line of `SHA256SUMS`, in the same order. */
function walk(file: string, handle: number, visit: (entry: TarEntry, hash: string) => void): void {
  try {
    const lines = sumsIn(handle)
    for (const entry of entriesIn(handle)) {
      if (entry.name === sumsFile || entry.name === sealFile) continue
      const hash = hashOf(handle, entry.at, entry.bytes).digest('hex')
      if (lines.next().value !== lineOf(entry.name, hash)) throw new AlteredArchive(file, entry.name)
      visit(entry, hash)
    }
    if (!lines.next().done) throw new AlteredArchive(file, sumsFile)
  } catch (error) {
    if (!(error instanceof DamagedTar)) throw error
    throw new AlteredArchive(file, error.after === null ? 'its first header' : `the header after ${error.after}`)
  }
}

/** The lines of `SHA256SUMS`, each with its line break. */
function* sumsIn(handle: number): Generator<string> {
  for (const { name, at, bytes } of entriesIn(handle)) {
    if (name !== sumsFile) continue
    let rest = ''
    for (const piece of piecesOf(handle, at, bytes)) {
      const lines = (rest + piece.toString('latin1')).split(/(?<=\n)/)
      rest = lines.at(-1)!.endsWith('\n') ? '' : lines.pop()!
      yield* lines
    }
    if (rest) yield rest
  }
}

/** Holds every byte to the seal; answers the fingerprint of the file. */
function holdToSeal(file: string, handle: number): string {
  const bytes = fstatSync(handle).size - sealBytes
  const whole = hashOf(handle, 0, bytes)
  const seal = Buffer.alloc(sealBytes)
  readSync(handle, seal, 0, sealBytes, bytes)
  const wanted = sealOf(whole.copy().digest('hex'))
  if (createHash('sha256').update(seal.subarray(0, block)).digest('hex') === earlierSealHeader)
    seal.copy(wanted, 0, 0, block)
  if (!seal.equals(wanted)) throw new AlteredArchive(file, 'its seal or what lies between its files')
  return whole.update(seal).digest('hex')
}

/**
 * Brings an archive back where there is no portal, after `verifyArchive`. `begin` gets the database before it is moved
 * into place. Throws if there is already a database, or if the archive has changed. Source: rules §12.6, case 94.
 */
export function restoreArchive({
  file,
  folder,
  begin,
}: {
  file: string
  folder: string
  begin(database: string): void
}): { files: number; missing: string[] } {
  return bringBack(folder, {
    begin,
    bring: (partial) =>
      withOpen(file, (handle) => {
        let files = 0
        walk(file, handle, (entry, hash) => {
          const at = entry.name === databaseFile ? partial : path.join(folder, plainName(file, entry.name))
          if (!placeFile(at, hash, (to) => unpack(handle, entry, to))) throw new Error(`${at} was not written whole`)
          if (entry.name !== databaseFile && entry.name !== archiveFile) files++
        })
        return { files }
      }),
  })
}

/** A name that leads into the portal's folder. Throws for any other one: only a forged archive has it. */
function plainName(file: string, name: string): string {
  if (!name.split('/').every((part) => /^[\w-][\w.-]*$/.test(part)))
    throw new AlteredArchive(file, JSON.stringify(name))
  return path.join(...name.split('/'))
}

function unpack(handle: number, { at, bytes }: TarEntry, to: string): void {
  const written = openSync(to, 'w', 0o600)
  try {
    for (const piece of piecesOf(handle, at, bytes))
      for (let put = 0; put < piece.length; ) put += writeSync(written, piece, put)
  } finally {
    closeSync(written)
  }
}

/** The description of the archive from which a folder was restored; null for a portal in use. */
export function archiveIn(folder: string): ArchiveNote | null {
  const file = path.join(folder, archiveFile)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ArchiveNote) : null
}
