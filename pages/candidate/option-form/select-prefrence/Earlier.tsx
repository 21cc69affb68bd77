import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { useLive } from '#pages/ui/browser/live.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { PostedNow } from './Posted'
import type { load } from './page.server'

/** Adds the choices of an earlier round (`import`), or those that the candidate has starred (`starred`). */
export function Earlier({
  from: { round, gone, added },
  act,
  auto,
}: {
  from: NonNullable<DataOf<typeof load>['earlier']>
  act: 'import' | 'starred'
  auto: Autosave
}) {
  const t = useT()
  const isUnderWay = useLive(auto.state, ({ kind }) => kind === 'waiting' || kind === 'saving')
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
          <PostedNow auto={auto} />
          <input type="hidden" name="act" value={act} />
          <p>{t(`options:${act}.about`)}</p>
        </Form>
      ) : (
        <p>{t(`options:${act}.nothing`)}</p>
      )}
    </Card>
  )
}
