import type { ReactNode } from 'react'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT } from '#pages/ui/view.ts'
import type { CourseSeats, Seats } from '#server/domain/seats/seat-matrix.ts'
import { isWaiverCode } from '#server/domain/terms/seat-types.ts'
import { formatCount } from '#server/i18n/format.ts'
import { SeatTable } from './Seats'

const totals = ['sanctioned', 'maharashtra', 'minoritySeats', 'allIndia', 'instituteLevel'] as const

/** A course with its totals, its seats by type, and the vacancies after each round. */
export function CourseCard({
  course,
  children,
}: {
  course: CourseSeats & {
    annualFee: string | null
    vacant: readonly { round: number; seats: readonly Seats[] }[]
  }
  children?: ReactNode
}) {
  const t = useT()
  const { choiceCode, course: name, annualFee, seats, vacant } = course
  return (
    <Card
      title={
        <>
          <Written>{name}</Written> {choiceCode}
        </>
      }
    >
      {annualFee && <Facts facts={[{ label: t('institutes:annual-fee'), value: annualFee }]} />}
      {isWaiverCode(choiceCode) ? (
        <p>{t('institutes:waiver')}</p>
      ) : (
        <Facts
          facts={totals
            .filter((total) => total === 'sanctioned' || course[total] > 0)
            .map((total) => ({ label: t(`institutes:total.${total}`), value: formatCount(course[total]) }))}
        />
      )}
      <SeatTable label={t('institutes:of-course', { course: `${name} ${choiceCode}` })} seats={seats} vacant={vacant} />
      {children}
    </Card>
  )
}
