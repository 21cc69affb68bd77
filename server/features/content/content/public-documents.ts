import type { Readable } from 'node:stream'
import type { Clock } from '#server/adapters/clock.ts'
import type { Proforma } from '#server/domain/application/proformas.ts'
import { type MadePdf, madePdfs, type PublicPdf } from '#server/domain/terms/public-pdfs.ts'
import type { WorksheetFor } from '#server/features/application/application/worksheet.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/** `Paper`: the input of the press. `Seats`: the seat matrix in force. */
type PublicDocumentsDeps<Paper, Seats extends { editionId: number }> = {
  clock: Pick<Clock, 'portal'>
  /** The cell's file at a fixed address; null if there is none. */
  openAt(file: PublicPdf): Promise<{ stream: Readable } | null>
  /** The next instant at which the documents' data changes without an edit. */
  nextChange(): number | null
  seatsInForce(): Seats | null
  papers: {
    made(file: MadePdf, language: Language, madeAt: Instant): Paper
    sample(file: Exclude<PublicPdf, MadePdf>, language: Language, madeAt: Instant): Paper
    seatMatrix(seats: Seats, language: Language, madeAt: Instant): Paper
    proforma(proforma: Proforma, language: Language, madeAt: Instant): Paper
    worksheet(of: WorksheetFor, language: Language, madeAt: Instant): Paper
  }
  /** Bytes, or a refusal when there is no room for another job. Lanes are served in turn. */
  print(paper: Paper, lane: string): Promise<Uint8Array | object>
}

const isMade = (file: PublicPdf): file is MadePdf => (madePdfs as readonly string[]).includes(file)

/** The public PDFs. Each one made from the portal's own data is cached until that data changes. */
export function createPublicDocuments<Paper, Seats extends { editionId: number }>(
  deps: PublicDocumentsDeps<Paper, Seats>,
) {
  const { clock, papers } = deps
  const printed = new Map<string, { pdf: Buffer; madeAt: number; until: number }>()

  /** A document, made once and kept until it expires (`until`, the portal's clock; null: never) or its data changes. */
  async function printedOnce(
    key: string,
    until: () => number | null,
    make: (at: Instant) => Paper,
  ): Promise<Buffer | null> {
    const now = clock.portal()
    const kept = printed.get(key)
    if (kept && now >= kept.madeAt && now < kept.until) return kept.pdf
    const pdf = await deps.print(make(now), `public ${key}`)
    if (!(pdf instanceof Uint8Array)) return null
    const made = { pdf: Buffer.from(pdf), madeAt: now, until: until() ?? Number.POSITIVE_INFINITY }
    printed.set(key, made)
    return made.pdf
  }

  return {
    /** Empties the cache, after a change of the documents' data. */
    forget: (): void => printed.clear(),

    /**
     * One of the ten public PDFs: the cell's replacement, or one made from the portal's own data, or a sample marked as
     * such. Null when the press has no room for another job.
     */
    async publicPdf(file: PublicPdf, language: Language): Promise<Readable | Buffer | null> {
      const put = await deps.openAt(file)
      if (put) return put.stream
      const edition = file === 'user_manual.pdf' ? (deps.seatsInForce()?.editionId ?? '') : ''
      return printedOnce(`${language} ${file} ${edition}`, deps.nextChange, (at) =>
        isMade(file) ? papers.made(file, language, at) : papers.sample(file, language, at),
      )
    },

    /** A blank proforma; null when the press has no room for another job. */
    proformaPdf: (proforma: Proforma, language: Language): Promise<Buffer | null> =>
      printedOnce(
        `${language} proforma ${proforma.name}`,
        () => null,
        (at) => papers.proforma(proforma, language, at),
      ),

    /** A blank worksheet of the form; null when the press has no room for another job. */
    worksheetPdf: (of: WorksheetFor, language: Language): Promise<Buffer | null> =>
      printedOnce(`${language} worksheet ${of.type} ${of.category}`, deps.nextChange, (at) =>
        papers.worksheet(of, language, at),
      ),

    /** The seat matrix in force; null when there is none, or when the press has no room for another job. */
    async seatMatrixPdf(language: Language): Promise<Buffer | null> {
      const found = deps.seatsInForce()
      if (!found) return null
      return printedOnce(
        `${language} seat matrix ${found.editionId}`,
        () => null,
        (at) => papers.seatMatrix(found, language, at),
      )
    },
  }
}
