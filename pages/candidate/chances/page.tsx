import { RoundTabs } from '#pages/parts/allotment/RoundTabs.tsx'
import { SeatName } from '#pages/parts/allotment/seat-name.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

type Published = Exclude<DataOf<typeof load>, { table: null }>
type Line = Published['table']['lines'][number]

/** How the chances of a round are worked out, how often the rule was right, and the figures that it uses. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.chances')}</h1>
      <p className="lead">{t('chances:lead')}</p>
      <RoundTabs route="chances" rounds={data.rounds} shown={data.round} />
      {data.table !== null ? (
        <Chances data={data} />
      ) : (
        <Banner tone="info" title={t('chances:none', { round: data.round })}>
          {t('chances:none-about')}
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
      <Card title={t('chances:method')}>
        <ol>
          <li>{t('chances:step-place')}</li>
          <li>{t(table.hasBefore ? 'chances:step-moved' : 'chances:step-closed', { round })}</li>
          <li>{t('chances:step-bands', { margin: rule.margin })}</li>
          <li>{t('chances:step-best')}</li>
          <li>{t('chances:step-thin', { seats: rule.fewestSeats })}</li>
        </ol>
        <p>{t('chances:private')}</p>
      </Card>
      <Card title={t('chances:tested', { year: backtest.academicYear })}>
        <p>{t('chances:tested-about', { year: backtest.academicYear, from: backtest.from })}</p>
        <Table
          caption={t('chances:tested', { year: backtest.academicYear })}
          rows={backtest.bands}
          keyOf={({ band }) => band}
          columns={[
            { title: t('chances:band'), cell: ({ band }) => t(`bands:${band}`) },
            {
              title: t('chances:asked'),
              isFigure: true,
              cell: ({ asked }) => formatCount(asked),
            },
            {
              title: t('chances:right'),
              isFigure: true,
              cell: ({ right }) => (right === null ? '–' : t('chances:in-100', { right })),
            },
          ]}
        />
        <p>{t('chances:withheld', { right: rule.rightAtLeast })}</p>
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
    number === null ? '–' : number === 0 ? t('chances:left') : formatCount(number)
  return (
    <Card title={t('chances:table', { round })}>
      <p>
        {years.map((year) => (
          <span key={year.academicYear}>
            {t('chances:listed', {
              year: year.academicYear,
              state: formatCount(year.state),
              allIndia: formatCount(year.allIndia),
            })}{' '}
          </span>
        ))}
      </p>
      <SearchForm submit={t('closing:go')} name="filter">
        <input type="hidden" name="round" value={round} />
        <Field name="q" label={t('closing:search')} value={q} maxLength={100} />
      </SearchForm>
      <Table
        caption={t('chances:table', { round })}
        empty={t('closing:none')}
        rows={lines}
        keyOf={({ code, seatType }) => `${code} ${seatType}`}
        columns={[
          {
            title: t('chances:course'),
            cell: ({ code, institute }) => (
              <>
                {code} <Written>{institute}</Written>
              </>
            ),
          },
          { title: t('closing:seat-type'), cell: ({ seatType }) => <SeatName seatType={seatType} /> },
          hasBefore && {
            title: t('chances:of-season', { year: academicYear, round: round - 1 }),
            isFigure: true,
            cell: ({ before }) => closed(before),
          },
          ...years.map((year, place) => ({
            title: t('chances:of-season', { year: year.academicYear, round }),
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
      {/* For who checks the figures with a program: codes mean nothing to everybody else. */}
      <Disclosure kind="inline" summary={t('chances:checkable')}>
        <p>
          <a href={href(base, 'chances.json', undefined, { round })}>{t('chances:whole')}</a>
        </p>
        <p className="hint">
          {t('chances:hash')} <code>{integrity}</code>
        </p>
      </Disclosure>
    </Card>
  )
}
