import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { EntryShown } from './entry.server'

/** Where something published stands in the public log, and its proof. Source: rules §19.4. */
export function LogEntry({ entry }: { entry: NonNullable<EntryShown> }) {
  const { base } = useView()
  const t = useT()
  const { number, at, changedBy, proof } = entry
  return (
    <>
      <a href={href(base, 'public-log')}>
        {changedBy === null
          ? t('logentry:unchanged', { number, at })
          : t('logentry:changed', { number, at, by: changedBy })}
      </a>{' '}
      (<a href={proof}>{t('logentry:proof')}</a>)
    </>
  )
}
