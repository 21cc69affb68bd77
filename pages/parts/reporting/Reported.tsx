import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { Reported as Facts } from './reported.server'

/** What the institute has recorded about this candidate up to now; nothing where reporting does not concern them. */
export function Reported({ reported }: { reported: Facts | null }) {
  const { base } = useView()
  const t = useT()
  if (!reported) return null
  const { kind, institute, at, from, by, awaited, fact, reason } = reported
  if (kind === 'recorded')
    return (
      <Banner
        tone="ok"
        title={t('reported:recorded', { at: at ?? '' })}
        action={
          <Button href={href(base, 'self-arc-home/receipt.pdf')} kind="quiet">
            {t('reported:receipt')}
          </Button>
        }
      >
        <p>{t('reported:admitted', { institute })}</p>
        {awaited && <p>{t('reported:awaited', { kinds: awaited })}</p>}
      </Banner>
    )
  if (kind === 'reset')
    return (
      <Banner tone="error" title={t('reported:reset', { at: at ?? '', institute })}>
        <p>
          {fact}: {reason}
        </p>
        <p>{t('reported:again', { by: by ?? '' })}</p>
      </Banner>
    )
  if (kind === 'missed') return <Banner tone="error" title={t('reported:missed', { institute, by: by ?? '' })} />
  return (
    <Card tone={from ? 'plain' : 'next'} title={from ? t('reported:opens', { from }) : t('reported:not-recorded')}>
      <p>{t(from ? 'reported:report-from' : 'reported:report', { institute, from: from ?? '', by: by ?? '' })}</p>
    </Card>
  )
}
