import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isHeld } from '#server/domain/admission/offer.ts'

/** The papers of an accepted seat: the receipt, and the letter unless it is the ticket's act. */
export function Letter() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  if (!isHeld(data.state)) return null
  return (
    <Card title={t('acceptance:letter.title')}>
      <p>{t(data.state === 'to-report' ? 'acceptance:letter.take' : 'acceptance:letter.keep')}</p>
      <div className="actions">
        {data.ticket.act?.go?.href !== data.letter && (
          <Button kind="quiet" href={data.letter}>
            {t('acceptance:letter.go')}
          </Button>
        )}
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
