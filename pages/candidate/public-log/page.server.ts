import { settingNames } from '#pages/parts/public-log/entry.server.ts'
import { href } from '#pages/ui/href.ts'
import { type LogReader, leafWords } from '#server/domain/log/words.ts'
import { candidateBase } from '#server/domain/terms/href.ts'
import type { Page } from '#server/features/index.ts'
import { formatCount, formatDateTime } from '#server/i18n/format.ts'

export const texts = ['publiclog'] as const
export const title = ({ t }: Page): string => t('publiclog:title')

/** So many of the newest entries are named; all of them are in the files. */
const shown = 12

/** The newest publications in words, and what a stranger needs to check all of them. Source: rules §19.5. */
export function load({ services, base, language, t }: Page) {
  const { publicLog, witnesses, course } = services
  const standing = publicLog.standing()
  const names = settingNames(t)
  const reader: LogReader = {
    language,
    t: (key, values) => t(`publiclog:${key}`, values),
    when: (at) => formatDateTime(at, language),
    setting: (key) => names[key],
  }
  const address = `${candidateBase(course.slug)}log`
  return {
    address,
    names,
    url: `${services.publicUrl()}${address}`,
    standing: standing && { ...standing, size: formatCount(standing.size), last: formatCount(standing.size - 1) },
    newest: publicLog.newest(shown).map((leaf) => ({ number: leaf.number, words: leafWords(leaf, reader) })),
    witnesses: witnesses.list().map(({ name, verifierKey, seen }) => ({
      name,
      verifierKey,
      seen: seen && { size: formatCount(seen.size), at: formatDateTime(seen.at, language) },
      isWhole: seen?.size === standing?.size,
    })),
    book: href(base, 'letters.json'),
    outside: {
      program: href(base, 'witness.py'),
      check: href(base, 'check.py'),
      sign: href(base, 'sign.py'),
      format: href(base, 'log-format.md'),
    },
  }
}
