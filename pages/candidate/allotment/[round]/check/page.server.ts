import { entryShown } from '#pages/parts/public-log/entry.server.ts'
import { href } from '#pages/ui/href.ts'
import { roundOfSlug, roundSlug } from '#server/domain/terms/cap-rounds.ts'
import type { Page } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'

type Shown = Page<'allotment/:round/check'>

export const texts = ['checking', 'meritpages', 'rounds', 'files', 'logentry'] as const
export const title = ({ t }: Shown, data: DataOf<typeof load>) =>
  data ? t('checking:title', { round: data.round }) : t('shell:title.allotment')

/** The dossier of a published round; null (404) for any other round. */
export function load({ services, params, base, language }: Shown) {
  const round = roundOfSlug(services.course.rounds, params.round)
  const dossier = round === null ? null : services.results.dossier(round)
  if (round === null || !dossier) return null
  const { inputHash, resultHash, publishedAt, isPublic } = dossier
  const address = (file: string) => href(base, 'allotment/:round/dossier/:file', { round: roundSlug(round), file })
  return {
    round,
    slug: roundSlug(round),
    publishedAt: formatDateTime(publishedAt, language),
    entry: entryShown(services.publicLog.findRound(round), services.course.slug, language),
    hashes: { input: inputHash, result: resultHash },
    files: isPublic
      ? { input: address('input.json'), result: address('result.json'), manifest: address('manifest.json') }
      : null,
    outside: { program: href(base, 'verify.py'), format: href(base, 'allotment-format.md') },
  }
}
