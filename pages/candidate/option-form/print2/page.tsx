import { RoundHead } from '#pages/parts/option-form/RoundHead.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The working list on paper for a discussion at home, with the closing merits of the last round. */
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
        {t('options:working.lead')} {t('shell:application-id')} <b>{session?.details.user_id}</b>
      </p>
      <div className="actions screen-only">
        {isScripted && lines.length > 0 && (
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
        <p>{t(head.isOpen ? 'options:order.none' : 'options:order.none-over')}</p>
      ) : (
        <section className="card">
          <Table
            caption={t('options:working.title')}
            rows={lines}
            keyOf={({ code }) => code}
            isWide
            columns={[
              { title: t('options:working.place'), cell: (_, place) => place + 1, isFigure: true },
              {
                title: t('options:working.institute'),
                isName: true,
                cell: ({ code, institute, course, district, isOffered }) => (
                  <>
                    {code} {institute ?? t('options:line.unknown')}
                    <small>{isOffered ? [course, district].filter(Boolean).join(' · ') : t('options:line.gone')}</small>
                  </>
                ),
              },
              { title: t('options:working.seats'), cell: ({ seats }) => seats, isFigure: true },
              closedRound !== null && {
                title: t('options:working.closing', { round: closedRound }),
                cell: ({ closings }) =>
                  closings.length === 0 ? (
                    '–'
                  ) : (
                    <div>
                      {closings.map(({ type, name, merit, isLeft }) => (
                        <div key={type}>
                          {[[name, merit].filter(Boolean).join(' '), isLeft && t('options:line.seats-left')]
                            .filter(Boolean)
                            .join(' · ')}
                        </div>
                      ))}
                    </div>
                  ),
              },
            ]}
          />
        </section>
      )}
    </>
  )
}
