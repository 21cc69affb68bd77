import { languageIn } from '../../../../server/kernel/languages'
import { CourseCard } from '../../../parts/seat-matrix/CourseCard'
import { Card } from '../../../ui/data/Card'
import { Facts } from '../../../ui/data/Facts'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** One institute: its details, and the seats of each course. */
export default function Page() {
  const { base, data } = useView<Loaded>()
  const t = useT()
  const { code, name, university, district, status, autonomy, minority, courses } = data
  return (
    <>
      <h1 lang={languageIn(name)}>{name}</h1>
      <Card>
        <Facts
          facts={[
            { label: t('seats:institute-code'), value: code },
            { label: t('seats:search.district'), value: district },
            { label: t('seats:search.university'), value: university, isWritten: true },
            { label: t('seats:search.status'), value: `${status}, ${autonomy}` },
            minority && { label: t('seats:minority'), value: minority },
          ]}
        />
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
