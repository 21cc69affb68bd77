import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import { demoAddresses } from './addresses'

/** Runs the jobs that the clock would otherwise start within a minute. */
export function Jobs() {
  const t = useT()
  return (
    <Card title={t('demo:jobs')}>
      <p>{t('demo:jobs-text')}</p>
      <form method="post" action={demoAddresses.jobs} className="actions">
        <Button kind="quiet">{t('demo:jobs-go')}</Button>
      </form>
    </Card>
  )
}

/** Links to the same data for programs. */
export function Programs() {
  const t = useT()
  return (
    <Card title={t('demo:programs')}>
      <p>{t('demo:programs-text')}</p>
      <ul>
        {demoAddresses.programs.map((address) => (
          <li key={address}>
            <a href={address}>{address}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
