import { languageIn } from '../../../server/kernel/languages'
import { CourseCard } from '../../parts/seat-matrix/CourseCard'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** An institute's own seats, and the vacancies after each round. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { code, institute, passed } = data
  return (
    <>
      <h1>{t('staff:menu.institute-seats')}</h1>
      {institute === null ? (
        <p role="status">{t('seats:desk.no-institute', { code })}</p>
      ) : (
        <>
          <p className="lead">
            <span lang={languageIn(institute.name)}>{institute.name}</span> {code}
          </p>
          {passed.length > 0 && (
            <Card title={t('seats:desk.passed.title')}>
              <p>{t('seats:desk.passed.about')}</p>
              <Table
                caption={t('seats:desk.passed.title')}
                rows={passed}
                keyOf={({ choiceCode }) => choiceCode}
                columns={[
                  { title: t('seats:desk.passed.course'), cell: ({ choiceCode }) => choiceCode },
                  { title: t('seats:desk.passed.seats'), cell: ({ count }) => count, isFigure: true },
                ]}
              />
            </Card>
          )}
          {institute.courses.map((course) => (
            <CourseCard key={course.choiceCode} course={course} />
          ))}
        </>
      )}
    </>
  )
}
