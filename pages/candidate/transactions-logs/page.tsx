import { SharedComputer } from '#pages/parts/accounts/SharedComputer.tsx'
import { AttemptCard } from '#pages/parts/payments/AttemptCard.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Every payment attempt of the candidate, with its state and its next step. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.transactions-logs')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('payments:log.lead')}</p>
      {data.attempts.length ? (
        data.attempts.map((attempt) => <AttemptCard key={attempt.id} attempt={attempt} />)
      ) : (
        <Card tone="narrow" title={t('payments:log.none-title')}>
          <p>{t('payments:log.none-text')}</p>
        </Card>
      )}
      {data.attempts.some(({ receipt }) => receipt) && <SharedComputer />}
    </>
  )
}
