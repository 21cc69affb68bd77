import { missingOriginals, type Original, type SeenOriginals } from '#server/domain/admission/reporting.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { originalField } from './schema'

/** A form as it was posted. */
export type Posted = Readonly<Record<string, unknown>>

/** The answers about the originals in a parsed form. */
export const originalsIn = (originals: readonly Original[], sent: Posted): SeenOriginals => {
  const answered = (...answers: unknown[]): DocumentKind[] =>
    originals.filter(({ kind }) => answers.includes(sent[originalField(kind)])).map(({ kind }) => kind)
  return { seen: answered('seen', true), awaited: answered('awaited') }
}

/** Refuses until every original is seen or rightly awaited; names each field. */
export function complete(originals: readonly Original[], noted: SeenOriginals): Result<undefined> {
  const fields = missingOriginals(originals, noted).map((kind) => ({
    field: originalField(kind),
    code: 'original.missing',
  }))
  return fields.length ? refuse('check-answers', 422, { fields }) : ok()
}
