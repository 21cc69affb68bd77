import { RoundTabs } from '#pages/parts/allotment/RoundTabs.tsx'
import { SeatName } from '#pages/parts/allotment/seat-name.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Pager } from '#pages/ui/data/Pager.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Published = Exclude<ReturnType<typeof load>, { table: null }>
type Line = Published['table']['lines'][number]

/** How the chances of a round are worked out, how often the rule was right, and the figures that it uses. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.chances')}</h1>
      <p className="lead">{t('results:chances.lead')}</p>
      <RoundTabs route="chances" rounds={data.rounds} shown={data.round} />
      {data.table !== null ? (
        <Chances data={data} />
      ) : (
        <Banner tone="info" title={t('results:chances.none', { round: data.round })}>
          {t('results:chances.none-about')}
        </Banner>
      )}
    </>
  )
}

function Chances({ data }: { data: Published }) {
  const t = useT()
  const { round, rule, backtest, table } = data
  return (
    <>
      <Card title={t('results:chances.method')}>
        <ol>
          <li>{t('results:chances.step-place')}</li>
          <li>{t(table.hasBefore ? 'results:chances.step-moved' : 'results:chances.step-closed', { round })}</li>
          <li>{t('results:chances.step-bands', { margin: rule.margin })}</li>
          <li>{t('results:chances.step-best')}</li>
          <li>{t('results:chances.step-thin', { seats: rule.fewestSeats })}</li>
        </ol>
        <p>{t('results:chances.private')}</p>
      </Card>
      <Card title={t('results:chances.tested', { year: backtest.academicYear })}>
        <p>{t('results:chances.tested-about', { year: backtest.academicYear, from: backtest.from })}</p>
        <Table
          caption={t('results:chances.tested', { year: backtest.academicYear })}
          rows={backtest.bands}
          keyOf={({ band }) => band}
          columns={[
            { title: t('results:chances.band'), cell: ({ band }) => t(`results:chances.${band}`) },
            {
              title: t('results:chances.asked'),
              isFigure: true,
              cell: ({ asked }) => formatCount(asked),
            },
            {
              title: t('results:chances.right'),
              isFigure: true,
              cell: ({ right }) => (right === null ? '–' : t('results:chances.in-100', { right })),
            },
          ]}
        />
        <p>{t('results:chances.withheld', { right: rule.rightAtLeast })}</p>
      </Card>
      <Figures data={data} />
    </>
  )
}

/** The published table, with a search by institute or choice code. */
function Figures({ data: { round, q, page, pages, table } }: { data: Published }) {
  const { base } = useView()
  const t = useT()
  const { academicYear, hasBefore, years, lines, integrity } = table
  const closed = (number: number | null) =>
    number === null ? '–' : number === 0 ? t('results:chances.left') : formatCount(number)
  return (
    <Card title={t('results:chances.table', { round })}>
      <p>
        {years.map((year) => (
          <span key={year.academicYear}>
            {t('results:chances.listed', {
              year: year.academicYear,
              state: formatCount(year.state),
              allIndia: formatCount(year.allIndia),
            })}{' '}
          </span>
        ))}
      </p>
      <Form method="get" submit={t('results:closing.go')} name="filter">
        <input type="hidden" name="round" value={round} />
        <Field name="q" label={t('results:closing.search')} value={q} maxLength={100} />
      </Form>
      <Table
        caption={t('results:chances.table', { round })}
        empty={t('results:closing.none')}
        rows={lines}
        keyOf={({ code, seatType }) => `${code} ${seatType}`}
        columns={[
          {
            title: t('results:chances.course'),
            cell: ({ code, institute }) => (
              <>
                {code} <Written>{institute}</Written>
              </>
            ),
          },
          { title: t('results:closing.seat-type'), cell: ({ seatType }) => <SeatName seatType={seatType} /> },
          hasBefore && {
            title: t('results:chances.of-season', { year: academicYear, round: round - 1 }),
            isFigure: true,
            cell: ({ before }) => closed(before),
          },
          ...years.map((year, place) => ({
            title: t('results:chances.of-season', { year: year.academicYear, round }),
            isFigure: true,
            cell: ({ seasons }: Line) => closed(seasons[place] ?? null),
          })),
        ]}
      />
      <Pager
        page={page}
        pages={pages}
        at={(number) => href(base, 'chances', undefined, { round, q: q || undefined, page: number })}
      />
      <div className="actions">
        <Button kind="quiet" href={href(base, 'chances.json', undefined, { round })}>
          {t('results:chances.whole')}
        </Button>
      </div>
      <p className="hint">
        {t('results:chances.hash')} <code>{integrity}</code>
      </p>
    </Card>
  )
}
