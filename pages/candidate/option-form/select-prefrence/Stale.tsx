import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { useLive } from '#pages/ui/browser/live.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type Difference, differenceOf } from '#server/domain/seats/option-form.ts'
import { Posted } from './Posted'
import type { load } from './page.server'

/** The answer to a form from an outdated page. Nothing is saved; the candidate compares both lists and chooses one. */
export function StalePage() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  if (!data.stale) return null
  const { mine, difference } = data.stale
  return (
    <Card title={t('options:stale.title')}>
      <Differences difference={difference} />
      <Form
        name="keep"
        kind="danger"
        submit={t('options:stale.keep')}
        beside={
          <Button kind="quiet" href={href(base, 'option-form/select-prefrence', undefined, { round: data.head.round })}>
            {t('options:stale.take')}
          </Button>
        }
      >
        <Posted of={{ version: data.version, choices: mine }} />
      </Form>
    </Card>
  )
}

/** The same choice on a page that saves automatically. */
export function Overtaken({ auto, onTake }: { auto: Autosave; onTake(): void }) {
  const t = useT()
  const state = useLive(auto.state, (now) => (now.kind === 'stale' ? now : null))
  const mine = useLive(auto.list, (now) => now)
  if (!state) return null
  return (
    <Banner tone="error" role="alert" title={t('options:stale.title')}>
      <Differences difference={differenceOf(state.saved, mine)} />
      <div className="actions">
        <Button type="button" kind="danger" onClick={() => auto.keepMine(state.version)}>
          {t('options:stale.keep')}
        </Button>
        <Button type="button" kind="quiet" onClick={onTake}>
          {t('options:stale.take')}
        </Button>
      </div>
    </Banner>
  )
}

function Differences({ difference: { added, removed, moved } }: { difference: Difference }) {
  const t = useT()
  return (
    <>
      <p>{t('options:stale.about')}</p>
      <ul>
        {added.length > 0 && <li>{t('options:stale.added', { codes: added.join(', ') })}</li>}
        {removed.length > 0 && <li>{t('options:stale.removed', { codes: removed.join(', ') })}</li>}
        {moved.map((one) => (
          <li key={one.code}>{t('options:stale.moved', one)}</li>
        ))}
      </ul>
    </>
  )
}
