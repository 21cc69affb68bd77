import { href } from '#pages/ui/href.ts'
import type { NumberedLeaf } from '#server/domain/log/witness.ts'
import { type LogReader, leafWords } from '#server/domain/log/words.ts'
import { cellSettings } from '#server/domain/season/cell-settings.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import type { Page } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The settings that a log names, in words. */
export const settingNames = (t: Page['t']): Readonly<Record<string, string>> =>
  Object.fromEntries(cellSettings.map((key) => [key, t(`season:name.${key}`)]))

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

/**
 * The entry that an address names (`entry`, and `of`: what the paper says that it is about), checked at this moment; null if
 * it names none, with what was found in words: most readers of the page need none of them. `fact`: null if there is no such entry, or it is about something else.
 */
export async function checkedEntry({ services, query, language, base, t }: Page) {
  if (query.entry === undefined || !/^(0|[1-9]\d{0,8})$/.test(query.entry)) return null
  const number = Number(query.entry)
  const found = services.publicLog.checked(number)
  const inWords = (
    finding: NonNullable<typeof found>['state'] | 'unknown' | 'other',
    at = '',
    by: number | '' = '',
  ) => ({
    number,
    finding,
    title: t(`entryfinding:is.${finding}`, { number, at, by }),
    about: t(`entryfinding:is.${finding}-about`, { by }),
  })
  if (!found) return { ...inWords('unknown'), fact: null }
  const { leaf, state, changedBy } = found
  if (query.of !== undefined && query.of !== leaf.subject) return { ...inWords('other'), fact: null }
  const files = await filesOf(services, leaf, base)
  const at = formatDateTime(Date.parse(leaf.at), language)
  const names = settingNames(t)
  const reader: LogReader = {
    language,
    t: (key, values) => t(`publiclog:${key}`, values),
    when: (at) => formatDateTime(at, language),
    setting: (key) => names[key],
  }
  const isOff = files.some(({ is }) => is === 'differs' || is === 'gone')
  return {
    ...inWords(state === 'unchanged' && isOff ? 'differs' : state, at, changedBy ?? ''),
    fact: {
      words: leafWords(leaf, reader),
      at,
      loggedAt: formatDateTime(Date.parse(leaf.logged), language),
      proof: `${candidateBase(services.course.slug)}log/proof/${number}`,
      files: files.map(({ is, erased, ...file }) => ({ ...file, is: t(`entryfinding:file.${is}`, { count: erased }) })),
    },
  }
}

export type EntryChecked = Awaited<ReturnType<typeof checkedEntry>>

type FileFound = {
  name: string
  address: string
  sha256: string
  is: 'same' | 'erased' | 'differs' | 'gone'
  erased: number
}

/** The files of a merit list that an entry names, each compared with what everybody gets now. */
async function filesOf(
  services: Page['services'],
  { kind, subject, facts }: NumberedLeaf,
  base: string,
): Promise<FileFound[]> {
  if (kind !== 'merit-list') return []
  const now = await services.meritPages.filesNow(Number(subject.split(':')[1]))
  const listed = Object.entries((facts.lists ?? {}) as Record<string, { sha256: string }>)
  return listed.map(([list, { sha256 }]) => {
    const file = now?.find((one) => one.list === list)
    const name = `${file?.file ?? list}.csv`
    const address = file ? href(base, 'merit-lists/:name.csv', { name: file.file }, { lang: 'en' }) : ''
    const is = !file ? 'gone' : file.sha256 === sha256 ? 'same' : file.erased > 0 ? 'erased' : 'differs'
    return { name, address, sha256, is, erased: file?.erased ?? 0 }
  })
}
