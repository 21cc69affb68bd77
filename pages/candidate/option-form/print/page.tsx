import { FixedList } from '../../../options-parts/FixedList'
import { RoundHead } from '../../../options-parts/RoundHead'
import { optionFormPdfAddress } from '../../../ui/addresses'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { useHydrated } from '../../../ui/hydrated'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

/** The confirmed option form, as it is printed. */
export default function Page() {
  const { base, data, session, course } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { head, lines } = data
  const { round } = head
  return (
    <>
      <RoundHead title={t('options:print.title')} />
      <p className="num">
        {course.shortTitle}, {course.academicYear} · {t('shell:application-id')} <b>{session?.details.user_id}</b>
      </p>
      {lines === null ? (
        <Card title={t('options:print.not-confirmed')}>
          <p>{t('options:print.not-confirmed-about')}</p>
          <div className="actions">
            <Button href={href(base, 'option-form/lisitng-confirm', undefined, { round })}>
              {t('options:step.confirm')}
            </Button>
          </div>
        </Card>
      ) : (
        <>
          <div className="actions option-acts">
            <Button href={optionFormPdfAddress(base, round)}>{t('options:print.pdf')}</Button>
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
      <p className="option-acts">
        <a href={href(base, 'option-form/print2', undefined, { round })}>{t('options:print.working')}</a>
      </p>
    </>
  )
}
