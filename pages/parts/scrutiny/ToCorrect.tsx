import type { Discrepancy } from '../../../server/features/scrutiny/discrepancies'
import { Banner } from '../../ui/shell/Banner'
import { useT } from '../../ui/view'
import { Findings } from './Findings'

/** A banner above a step that scrutiny sent back, with its findings. */
export function ToCorrect({ found }: { found: readonly Discrepancy[] }) {
  const t = useT()
  if (!found.length) return null
  return (
    <Banner tone="error" title={t('steps:correct.title')}>
      {t('steps:correct.text')}
      <Findings found={found} />
    </Banner>
  )
}
