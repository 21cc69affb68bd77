import { Banner } from '#pages/ui/data/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Discrepancy } from '#server/features/scrutiny/scrutiny/discrepancies.ts'
import { Findings } from './Findings'

/** A banner above a step that scrutiny sent back, with its findings. `isClosed`: nothing can be corrected any more. */
export function ToCorrect({ found, isClosed }: { found: readonly Discrepancy[]; isClosed: boolean }) {
  const t = useT()
  if (!found.length) return null
  return (
    <Banner tone="error" title={t('steps:correct.title')}>
      {t(isClosed ? 'steps:correct.over' : 'steps:correct.text')}
      <Findings found={found} />
    </Banner>
  )
}
