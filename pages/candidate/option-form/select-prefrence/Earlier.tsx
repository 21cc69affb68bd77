import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { Posted } from './Posted'
import type { load } from './page.server'
import type { OrderInBrowser } from './use-order'

/** Adds the choices of an earlier round. */
export function Earlier({
  from: { round, gone, added },
  auto,
}: {
  from: NonNullable<DataOf<typeof load>['earlier']>
  auto: OrderInBrowser['auto']
}) {
  const t = useT()
  const isUnderWay = auto.state.kind === 'waiting' || auto.state.kind === 'saving'
  return (
    <Card title={t('options:import.title', { round })}>
      {gone.length > 0 && (
        <>
          <p>{t('options:import.gone', { count: gone.length })}</p>
          <ul>
            {gone.map(({ code, name }) => (
              <li key={code}>
                {code} {name}
              </li>
            ))}
          </ul>
        </>
      )}
      {added > 0 && !isUnderWay ? (
        <Form name="import" kind="quiet" submit={t('options:import.go', { count: added })}>
          <Posted of={auto} />
          <input type="hidden" name="act" value="import" />
          <p>{t('options:import.about')}</p>
        </Form>
      ) : (
        <p>{t('options:import.nothing')}</p>
      )}
    </Card>
  )
}
