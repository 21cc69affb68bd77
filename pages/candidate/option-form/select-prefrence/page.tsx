import { ChanceNote } from '#pages/parts/option-form/Chance.tsx'
import { FixedList } from '#pages/parts/option-form/FixedList.tsx'
import { Consequences, ShortList } from '#pages/parts/option-form/Outlook.tsx'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { Order } from './Order'
import type { load } from './page.server'
import { StalePage } from './Stale'

/** The choices in order of preference. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { head, lines, outlook, stale } = data
  return (
    <>
      <RoundHead title={t('signedin:menu.select-prefrence')} />
      <ShortList outlook={outlook} />
      {stale ? (
        <StalePage />
      ) : head.mayChange ? (
        <Order key={data.version} onward={<Onward isWithForm={lines.length > 0} />} />
      ) : (
        <Card title={t('options:order.title', { count: lines.length })}>
          <FixedList lines={lines} />
          {lines.length === 0 && <p>{t(head.isOpen ? 'options:order.none' : 'options:order.none-over')}</p>}
        </Card>
      )}
      {stale && head.mayChange && <Onward isWithForm={false} />}
      <ChanceNote />
      <Consequences lines={lines} hasRule={head.isOpen} />
    </>
  )
}

/**
 * The way on, or for an empty list the way back to the institutes. `isWithForm`: until the script arrives, the list's own form
 * leads on.
 */
function Onward({ isWithForm }: { isWithForm: boolean }) {
  const isScripted = useHydrated()
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round } = data.head
  const isFilled = data.lines.length > 0
  return (
    <div className="actions screen-only">
      {(isScripted || !isWithForm) && (
        <Button
          kind={isFilled ? 'primary' : 'quiet'}
          href={href(base, 'option-form/lisitng-confirm', undefined, { round })}
        >
          {t('options:order.next')}
        </Button>
      )}
      <Button
        kind={isFilled ? 'quiet' : 'primary'}
        href={href(base, 'option-form/select-institutes', undefined, { round })}
      >
        {t('options:order.more')}
      </Button>
    </div>
  )
}
