import { ClosingYears } from '#pages/parts/allotment/ClosingYears.tsx'
import { CourseCard } from '#pages/parts/seat-matrix/CourseCard.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import type { load } from './page.server'

type Loaded = () => NonNullable<ReturnType<typeof load>>

/** How to reach the institute, as far as it is known. */
function Contact() {
  const { data } = useView<Loaded>()
  const t = useT()
  const { address, phone, email, website } = data.facts ?? {}
  return (
    <Card title={t('seats:contact')}>
      <Facts
        facts={[
          address && { label: t('seats:address'), value: address, isWritten: true },
          phone && { label: t('seats:phone'), value: <Telephones of={phone} /> },
          email && { label: t('seats:email'), value: <a href={`mailto:${email}`}>{email}</a> },
          website && {
            label: t('seats:website'),
            value: (
              <a href={website} rel="noopener">
                {website}
              </a>
            ),
          },
          data.directions && { label: t('seats:directions'), value: data.directions, isWritten: true },
          {
            label: t('seats:map'),
            value: (
              <a href={data.map} rel="noopener">
                {t('seats:map-go')}
              </a>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** One institute: its details, and the seats of each course. */
export default function Page() {
  const { base, data } = useView<Loaded>()
  const t = useT()
  const { code, name, university, district, status, autonomy, minority, facts, courses } = data
  return (
    <>
      <Written as="h1">{name}</Written>
      <Card>
        <Facts
          facts={[
            { label: t('seats:institute-code'), value: code },
            { label: t('seats:search.district'), value: district },
            { label: t('seats:search.university'), value: university, isWritten: true },
            { label: t('seats:search.status'), value: `${status}, ${autonomy}` },
            minority && { label: t('seats:minority'), value: minority },
            facts?.hostel && { label: t('seats:hostel'), value: t(`seats:hostel.${facts.hostel}`) },
            Boolean(facts?.facilities.length) && {
              label: t('seats:facilities'),
              value: facts!.facilities.map((facility) => t(`seats:facility.${facility}`)).join(', '),
            },
          ]}
        />
      </Card>
      <Contact />
      {courses.map((course) => (
        <CourseCard key={course.choiceCode} course={course}>
          <Closings course={course} />
        </CourseCard>
      ))}
      <p className="lead">
        <a href={href(base, 'institude-list')}>{t('seats:institutes.all')}</a>
      </p>
    </>
  )
}

/** The closing merits of a course in every published round and in earlier seasons; nothing where there are none. */
function Closings({ course: { choiceCode, closings } }: { course: ReturnType<Loaded>['courses'][number] }) {
  const { data } = useView<Loaded>()
  const t = useT()
  if (isWaiverCode(choiceCode) || (!closings?.seats.length && !data.past?.byCode[choiceCode])) return null
  return (
    <>
      <h3>{t('seats:closings')}</h3>
      <p>{t('seats:closings-about')}</p>
      <ClosingYears code={choiceCode} academicYear={data.academicYear} present={closings} past={data.past} />
    </>
  )
}
