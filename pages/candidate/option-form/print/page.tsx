import { FixedList } from '../../../parts/option-form/FixedList'
import { RoundHead } from '../../../parts/option-form/RoundHead'
import { useHydrated } from '../../../ui/browser/hydrated'
import { Card } from '../../../ui/data/Card'
import { wholeYears } from '../../../ui/data/whole-years'
import { Button } from '../../../ui/form/Button'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
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
      {head.count > 0 && (
        <div className="actions screen-only">
          <a href={href(base, 'option-form/print2', undefined, { round })}>{t('options:print.working')}</a>
        </div>
      )}
    </>
  )
}
