import { ClosingYears } from '#pages/parts/allotment/ClosingYears.tsx'
import { CourseCard } from '#pages/parts/seat-matrix/CourseCard.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** How to reach the institute, as far as it is known. */
function Contact() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { address, phone, email, website } = data.facts ?? {}
  return (
    <Card title={t('institutes:contact')}>
      <Facts
        facts={[
          address && { label: t('institutes:address'), value: address, isWritten: true },
          phone && { label: t('institutes:phone'), value: <Telephones of={phone} /> },
          email && {
            label: t('institutes:email'),
            value: (
              <a href={`mailto:${email}`}>
                <NetAddress of={email} />
              </a>
            ),
          },
          website && {
            label: t('institutes:website'),
            value: (
              <a href={website} rel="noopener">
                <NetAddress of={website} />
              </a>
            ),
          },
          data.directions && { label: t('institutes:directions'), value: data.directions, isWritten: true },
          {
            label: t('institutes:map'),
            value: (
              <a href={data.map} rel="noopener">
                {t('institutes:map-go')}
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
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { code, name, university, district, status, autonomy, minority, facts, courses } = data
  return (
    <>
      <Written as="h1">{name}</Written>
      <Card>
        <Facts
          facts={[
            { label: t('institutes:institute-code'), value: code },
            { label: t('seatlists:search.district'), value: district },
            { label: t('seatlists:search.university'), value: university, isWritten: true },
            { label: t('seatlists:search.status'), value: `${status}, ${autonomy}` },
            minority && { label: t('institutes:minority'), value: minority },
            facts?.hostel && { label: t('institutes:hostel'), value: t(`institutes:hostel.${facts.hostel}`) },
            Boolean(facts?.facilities.length) && {
              label: t('institutes:facilities'),
              value: facts!.facilities.map((facility) => t(`institutes:facility.${facility}`)).join(', '),
            },
          ]}
        />
      </Card>
      <Contact />
      {courses.length > 0 && <p>{t('seatlists:jk')}</p>}
      {courses.map((course) => (
        <CourseCard key={course.choiceCode} course={course}>
          <Closings course={course} />
        </CourseCard>
      ))}
      <p className="lead">
        <a href={href(base, 'institude-list')}>{t('institutes:all')}</a>
      </p>
    </>
  )
}

/** The closing merits of a course in every published round and in earlier seasons; nothing where there are none. */
function Closings({ course: { choiceCode, closings } }: { course: DataOf<typeof load>['courses'][number] }) {
  const { data } = useView<typeof load>()
  const t = useT()
  if (isWaiverCode(choiceCode) || (!closings?.seats.length && !data.past?.byCode[choiceCode])) return null
  return (
    <>
      <h3>{t('institutes:closings')}</h3>
      <p>{t('institutes:closings-about')}</p>
      <ClosingYears code={choiceCode} academicYear={data.academicYear} present={closings} past={data.past} />
    </>
  )
}
