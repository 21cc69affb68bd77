import { languageIn } from '../../../server/kernel/languages'
import { CourseCard } from '../../parts/seat-matrix/CourseCard'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** An institute's own seats, and the vacancies after each round. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { code, institute } = data
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
          {institute.courses.map((course) => (
            <CourseCard key={course.choiceCode} course={course} />
          ))}
        </>
      )}
    </>
  )
}
