import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** The papers of an accepted seat: the letter and the receipt. */
export function Letter() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  if (!['held', 'to-report', 'admitted'].includes(data.state)) return null
  return (
    <Card title={t('acceptance:letter.title')}>
      <p>{t(data.state === 'to-report' ? 'acceptance:letter.take' : 'acceptance:letter.keep')}</p>
      <div className="actions">
        <Button kind={data.nextOptions ? 'quiet' : 'primary'} href={data.letter}>
          {t('acceptance:letter.go')}
        </Button>
        {data.fee.receipt && (
          <Button href={data.fee.receipt} kind="quiet">
            {t('payments:attempt.receipt')}
          </Button>
        )}
      </div>
      <p className="hint">
        {t('acceptance:letter.verify')} <a href={href(base, 'verification')}>{t('acceptance:letter.verify-go')}</a>
      </p>
    </Card>
  )
}
