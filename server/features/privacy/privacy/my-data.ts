import type { Actor } from '#server/domain/terms/actor.ts'
import type { ZipEntry } from '#server/http/zip.ts'
import { zipped } from '#server/http/zip.ts'
import { ok, type Result, tooOften } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import type { PrivacyDeps } from './deps'
import type { HeldFile } from './download-store'
import type { AccessRow } from './store'

const accessPage = 20
const downloadsPerHour = 6

const endings: Readonly<Record<string, string>> = { 'application/pdf': 'pdf', 'image/png': 'png' }

/** `files/documents-3-ssc-marksheet.pdf`: a name without anything that a candidate typed. */
const nameOf = ({ table, name, mediaType }: HeldFile, place: number) =>
  `files/${table}-${place + 1}-${name}.${endings[mediaType] ?? 'jpg'}`

/** What is held about a candidate, for them to read and to take along, and who has looked at it. Source: rules §13.6. */
export function createMyData({ store, download, clock, limits, course, readFile }: PrivacyDeps) {
  /** Every table as JSON, one after the other. */
  function* json(candidateId: number, files: readonly HeldFile[]): Generator<Buffer> {
    const head = {
      portal: course.courseTitle,
      academicYear: course.academicYear,
      madeAt: new Date(clock.portal()).toISOString(),
      amounts: 'paise',
      files: files.map((file, place) => ({ file: nameOf(file, place), hash: file.hash })),
    }
    yield Buffer.from(`{\n"about": ${JSON.stringify(head)}`)
    for (const { table, rows } of download.tables(candidateId))
      yield Buffer.from(`,\n${JSON.stringify(table)}: ${JSON.stringify(rows)}`)
    yield Buffer.from('\n}\n')
  }

  async function* bytesOf(hash: string): AsyncGenerator<Uint8Array> {
    yield* await readFile(hash)
  }

  return {
    /** Who opened or changed the candidate's data, newest first. `older`: the line before which the next page begins. */
    access({ candidateId }: Actor, before?: number): { lines: AccessRow[]; older: number | null } {
      const found = store.access(candidateId, accessPage + 1, before)
      const lines = found.slice(0, accessPage)
      return { lines, older: found.length > accessPage ? lines.at(-1)!.id : null }
    },

    /**
     * Everything as a ZIP archive in pieces: `data.json`, the sheet to read if the press has room for it, and each file. A few an
     * hour, because it reads every file.
     */
    archive(
      { candidateId }: Actor,
      print: () => Promise<Uint8Array | null>,
    ): Result<{ name: string; pieces: AsyncGenerator<Buffer> }> {
      const now = clock.real()
      const { count, resetsAt } = limits.count(`my-data:${candidateId}`, hours(1), now)
      if (count > downloadsPerHour) return tooOften(Math.ceil((resetsAt - now) / 1000))
      const { userId } = store.person(candidateId)!
      const files = download.files(candidateId)
      async function* entries(): AsyncGenerator<ZipEntry> {
        yield { name: 'data.json', pieces: json(candidateId, files) }
        const sheet = await print()
        if (sheet) yield { name: 'my-data.pdf', pieces: [sheet] }
        for (const [place, file] of files.entries()) yield { name: nameOf(file, place), pieces: bytesOf(file.hash) }
      }
      return ok({ name: `${userId}-my-data`, pieces: zipped(entries()) })
    },
  }
}
