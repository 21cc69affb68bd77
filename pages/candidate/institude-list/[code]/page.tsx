import { languageIn } from '../../../../server/kernel/languages'
import { CourseCard } from '../../../seats-parts/CourseCard'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** One institute: who it is, and the seats of each of its courses. */
export default function Page() {
  const { base, data } = useView<Loaded>()
  const t = useT()
  const { code, name, university, district, status, autonomy, minority, courses } = data
  return (
    <>
      <h1 lang={languageIn(name)}>{name}</h1>
      <Card>
        <dl className="facts">
          <dt>{t('seats:institute-code')}</dt>
          <dd className="num">{code}</dd>
          <dt>{t('seats:search.district')}</dt>
          <dd>{district}</dd>
          <dt>{t('seats:search.university')}</dt>
          <dd lang={languageIn(university)}>{university}</dd>
          <dt>{t('seats:search.status')}</dt>
          <dd>
            {status}, {autonomy}
          </dd>
          {minority && (
            <>
              <dt>{t('seats:minority')}</dt>
              <dd>{minority}</dd>
            </>
          )}
        </dl>
      </Card>
      {courses.map((course) => (
        <CourseCard key={course.choiceCode} course={course} />
      ))}
      <p className="lead">
        <a href={href(base, 'institude-list')}>{t('seats:institutes.all')}</a>
      </p>
    </>
  )
}
