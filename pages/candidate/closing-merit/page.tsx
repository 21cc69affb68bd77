import { ClosingTable } from '#pages/parts/allotment/ClosingTable.tsx'
import { NonePublished, RoundTabs } from '#pages/parts/allotment/RoundTabs.tsx'
import { seatOptions } from '#pages/parts/allotment/seat-name.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Pager } from '#pages/ui/form/Pager.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Published = Exclude<DataOf<typeof load>, { round: null }>

/**
 * The closing merit of a round, with a search by institute, course or choice code and filters by district and seat
 * type.
 */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.closing-merit')}</h1>
      <p className="lead">{t('closing:lead')}</p>
      <p>
        <a href={href(base, 'institude-list')}>{t('closing:earlier')}</a>
      </p>
      {data.round === null ? <NonePublished due={data.due} /> : <Closings data={data} />}
    </>
  )
}

function Closings({ data }: { data: Published }) {
  const { base, language } = useView()
  const t = useT()
  const { rounds, round, search, districts, courses, page, hasMore } = data
  const { q, district, seatType } = search
  const filter = { q: q || undefined, district: district || undefined, seatType: seatType || undefined }
  return (
    <>
      <RoundTabs route="closing-merit" rounds={rounds} shown={round} />
      <Card>
        <SearchForm submit={t('closing:go')} name="filter">
          <input type="hidden" name="round" value={round} />
          <div className="filters">
            <Field name="q" label={t('closing:search')} value={q} maxLength={100} />
            <Field
              kind="select"
              name="district"
              label={t('rounds:list.district')}
              value={district}
              options={districts}
            />
            <Field
              kind="select"
              name="seatType"
              label={t('closing:seat-type')}
              value={seatType}
              options={seatOptions(t, language)}
            />
          </div>
        </SearchForm>
      </Card>
      <Card>
        {courses.length === 0 && <p role="status">{t('closing:none')}</p>}
        {courses.map(({ choiceCode, instituteCode, institute, course, district, seats }) => (
          <section key={choiceCode} className={styles.course} aria-label={`${institute}, ${choiceCode}`}>
            <h2>
              {institute}, {course}
            </h2>
            <p>
              {t('rounds:list.code', { code: instituteCode })} · {choiceCode} · {district}
            </p>
            <ClosingTable code={choiceCode} rounds={rounds} seats={seats} />
          </section>
        ))}
        <Pager
          page={page}
          hasMore={hasMore}
          at={(number) => href(base, 'closing-merit', undefined, { round, ...filter, page: number })}
        />
      </Card>
      <div className="actions">
        <Button href={href(base, 'closing-merit.csv', undefined, { round })} kind="quiet">
          {t('closing:csv')}
        </Button>
        <a href={href(base, 'institute_wise_Allotment', undefined, { round })}>{t('closing:list')}</a>
      </div>
    </>
  )
}
