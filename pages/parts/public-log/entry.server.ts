import { candidateBase } from '#server/domain/terms/href.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'

type Found = { number: number; loggedAt: number; changedBy: number | null }

/** An entry of the public log as pages show it, with the address of its proof; null where there is none. */
export const entryShown = (entry: Found | null, slug: string, language: Language) =>
  entry && {
    number: entry.number,
    at: formatDateTime(entry.loggedAt, language),
    changedBy: entry.changedBy,
    proof: `${candidateBase(slug)}log/proof/${entry.number}`,
  }

export type EntryShown = ReturnType<typeof entryShown>
