import { FixedList } from '#pages/parts/option-form/FixedList.tsx'
import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { wholeYears } from '#pages/ui/data/whole-years.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The confirmed option form, for printing. */
export default function Page() {
  const { base, data, session, course } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { head, lines } = data
  const { round } = head
  return (
    <>
      <RoundHead title={t('options:print.title')} />
      <p>
        {course.shortTitle}, {wholeYears(course.academicYear)} · {t('shell:application-id')}{' '}
        <b>{session?.details.user_id}</b>
      </p>
      {lines === null ? (
        <Card title={t('options:print.not-confirmed')}>
          <p>{t(head.isOpen ? 'options:print.not-confirmed-about' : 'options:print.not-confirmed-over')}</p>
          {head.isOpen && (
            <div className="actions">
              <Button href={href(base, 'option-form/lisitng-confirm', undefined, { round })}>
                {t('options:step.confirm')}
              </Button>
            </div>
          )}
        </Card>
      ) : (
        <>
          <div className="actions screen-only">
            <Button href={href(base, 'option-form/print.pdf', undefined, { round })}>{t('options:print.pdf')}</Button>
            {isScripted && (
              <Button type="button" kind="quiet" onClick={() => window.print()}>
                {t('options:print.paper')}
              </Button>
            )}
          </div>
          <Card title={t('options:confirm.title', { count: lines.length })}>
            <FixedList lines={lines} />
          </Card>
        </>
      )}
      {lines === null && head.count > 0 && (
        <div className="actions screen-only">
          <a href={href(base, 'option-form/print2', undefined, { round })}>{t('options:print.working')}</a>
        </div>
      )}
    </>
  )
}
