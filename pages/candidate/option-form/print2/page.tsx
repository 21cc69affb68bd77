import { RoundHead } from '../../../options-parts/RoundHead'
import { Button } from '../../../ui/Button'
import { href } from '../../../ui/href'
import { useHydrated } from '../../../ui/hydrated'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

/** The working list on paper: to be talked over at home, with the closing merits of the last round. */
export default function Page() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const isScripted = useHydrated()
  const { head, lines } = data
  const { round, closedRound } = head
  return (
    <>
      <RoundHead title={t('options:working.title')} />
      <p className="lead">
        {t('options:working.lead')} {t('shell:application-id')} <b className="num">{session?.details.user_id}</b>
      </p>
      <div className="actions option-acts">
        {isScripted && (
          <Button type="button" onClick={() => window.print()}>
            {t('options:print.paper')}
          </Button>
        )}
        {head.mayChange && (
          <Button kind="quiet" href={href(base, 'option-form/select-prefrence', undefined, { round })}>
            {t('options:confirm.change')}
          </Button>
        )}
      </div>
      {lines.length === 0 ? (
        <p>{t('options:order.none')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than a phone is scrolled by keys as well
        <section className="scroll" tabIndex={0} aria-label={t('options:working.title')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('options:working.place')}</th>
                <th scope="col">{t('options:working.institute')}</th>
                <th scope="col">{t('options:working.seats')}</th>
                {closedRound !== null && <th scope="col">{t('options:working.closing', { round: closedRound })}</th>}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ code, institute, course, district, isOffered, seats, closings }, place) => (
                <tr key={code}>
                  <td className="num">{place + 1}</td>
                  <td>
                    <span className="num">{code}</span>
                    <br />
                    {institute ?? t('options:line.unknown')}
                    <br />
                    <small>{isOffered ? [course, district].filter(Boolean).join(' · ') : t('options:line.gone')}</small>
                  </td>
                  <td className="num">{seats}</td>
                  {closedRound !== null && (
                    <td className="num">
                      {closings
                        .map(({ type, merit, isLeft }) => [type, merit, isLeft && t('options:line.left')])
                        .map((words) => words.filter(Boolean).join(' '))
                        .join(', ') || '–'}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  )
}
