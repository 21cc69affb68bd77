import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { Posted } from './Posted'
import type { load } from './page.server'
import type { OrderInBrowser } from './use-order'

/** Adds the choices of an earlier round (`import`), or those that the candidate has starred (`starred`). */
export function Earlier({
  from: { round, gone, added },
  act,
  auto,
}: {
  from: NonNullable<DataOf<typeof load>['earlier']>
  act: 'import' | 'starred'
  auto: OrderInBrowser['auto']
}) {
  const t = useT()
  const isUnderWay = auto.state.kind === 'waiting' || auto.state.kind === 'saving'
  return (
    <Card title={t(`options:${act}.title`, { round })}>
      {gone.length > 0 && (
        <>
          <p>{t(`options:${act}.gone`, { count: gone.length })}</p>
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
        <Form name={act} kind="quiet" submit={t('options:import.go', { count: added })}>
          <Posted of={auto} />
          <input type="hidden" name="act" value={act} />
          <p>{t(`options:${act}.about`)}</p>
        </Form>
      ) : (
        <p>{t(`options:${act}.nothing`)}</p>
      )}
    </Card>
  )
}
