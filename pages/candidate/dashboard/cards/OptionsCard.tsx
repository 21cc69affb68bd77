import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from '../page.server'

/** The option form of the open round, where something graver is at the top: empty, filled or confirmed. */
export function OptionsCard() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  if (!data.options) return null
  const { round, count, isConfirmed, by, lost } = data.options
  const state = isConfirmed ? 'confirmed' : count ? 'filled' : 'empty'
  const route = state === 'filled' ? 'option-form/lisitng-confirm' : 'option-form'
  return (
    <Card title={t('application:options.title', { round })}>
      {lost && (
        <p>
          {t(`application:seat.${lost.state}`, lost)}. {t('application:seat.lost-about')}
        </p>
      )}
      <p>{t(`application:options.${state}`, { count, by })}</p>
      <div className="actions">
        <Button href={href(base, route, undefined, { round })} kind="quiet">
          {t(`application:options.${state}-go`)}
        </Button>
      </div>
    </Card>
  )
}
