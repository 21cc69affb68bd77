import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** The seat of a J&K migrant, with the letter for the institute. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:title.jk-seat')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      {data.seat ? <Seat {...data.seat} /> : <p className="lead">{t('jkseats:seat.none')}</p>}
      {data.recorded && <Recorded {...data.recorded} />}
    </>
  )
}

type Shown = NonNullable<DataOf<typeof load>['seat']>

/** The choices that the cell recorded, and what they replaced. */
function Recorded({ choices, was, reason, at }: NonNullable<DataOf<typeof load>['recorded']>) {
  const t = useT()
  return (
    <Card title={t('jkseats:recorded.title')}>
      <p>{t('jkseats:recorded.about')}</p>
      <Facts
        facts={[
          { label: t('jkseats:column.choices'), value: choices },
          { label: t('jkseats:recorded.at'), value: at },
          ...(was === null ? [] : [{ label: t('jkseats:recorded.was'), value: was }]),
          ...(reason === null ? [] : [{ label: t('jkseats:recorded.reason'), value: reason, isWritten: true }]),
        ]}
      />
    </Card>
  )
}

function Seat({ merit, choiceCode, institute, course, preference, releasedAt, admittedAt }: Shown) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <p className="lead">{t(admittedAt === null ? 'jkseats:seat.lead' : 'jkseats:seat.admitted-lead')}</p>
      <Banner
        tone="ok"
        title={t(admittedAt === null ? 'jkseats:seat.allotted' : 'jkseats:seat.admitted')}
        action={<Button href={href(base, 'jk-seat.pdf')}>{t('jkseats:seat.pdf')}</Button>}
      >
        <Facts
          facts={[
            { label: t('jkseats:column.institute'), value: institute, isWritten: true },
            { label: t('jkseats:column.course'), value: course, isWritten: true },
            { label: t('jkseats:column.choice-code'), value: choiceCode },
            { label: t('jkseats:column.preference'), value: preference },
            { label: t('jkseats:column.merit'), value: merit },
            { label: t('jkseats:seat.at'), value: releasedAt },
            ...(admittedAt === null ? [] : [{ label: t('jkseats:seat.admitted-at'), value: admittedAt }]),
          ]}
        />
      </Banner>
    </>
  )
}
