import { ChanceNote } from '#pages/parts/option-form/Chance.tsx'
import { FixedList } from '#pages/parts/option-form/FixedList.tsx'
import { Consequences, ShortList } from '#pages/parts/option-form/Outlook.tsx'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { Order } from './Order'
import type { load } from './page.server'
import { StalePage } from './Stale'

/** The choices in order of preference. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { head, lines, outlook, stale } = data
  const institutes = href(base, 'option-form/select-institutes', undefined, { round: head.round })
  return (
    <>
      <RoundHead title={t('signedin:menu.select-prefrence')} />
      <ShortList outlook={outlook} />
      {stale ? (
        <StalePage />
      ) : head.mayChange ? (
        <Order key={data.version} />
      ) : (
        <Card title={t('options:order.title', { count: lines.length })}>
          <FixedList lines={lines} />
          {lines.length === 0 && <p>{t(head.isOpen ? 'options:order.none' : 'options:order.none-over')}</p>}
        </Card>
      )}
      {head.mayChange && (
        <div className="actions screen-only">
          <Button
            kind={lines.length ? 'primary' : 'quiet'}
            href={href(base, 'option-form/lisitng-confirm', undefined, { round: head.round })}
          >
            {t('options:order.next')}
          </Button>
          <Button kind={lines.length ? 'quiet' : 'primary'} href={institutes}>
            {t('options:order.more')}
          </Button>
        </div>
      )}
      <ChanceNote />
      <Consequences lines={lines} hasRule={head.isOpen} />
    </>
  )
}
