import { NextOptions } from '../../parts/option-form/NextOptions'
import { Reported } from '../../parts/reporting/Reported'
import { Decision } from '../../parts/seat-acceptance/Decision'
import { Fee } from '../../parts/seat-acceptance/Fee'
import { Letter } from '../../parts/seat-acceptance/Letter'
import { ReportAt } from '../../parts/seat-acceptance/ReportAt'
import { SeatFacts, SeatState, Steps } from '../../parts/seat-acceptance/SeatHead'
import { Grievances } from '../../parts/self-verification/Grievances'
import { Verification } from '../../parts/self-verification/Verification'
import { Card } from '../../ui/data/Card'
import { href } from '../../ui/href'
import { Breadcrumb } from '../../ui/shell/Breadcrumb'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** Seat acceptance, from the check of one's facts to the letter. The state of the seat decides what is shown. */
export default function Page() {
  const { base, data } = useView<() => NonNullable<ReturnType<typeof show>>>()
  const t = useT()
  const title = t('shell:menu.seat-acceptance')
  const isToDecide = data.state === 'to-decide'
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">
        {t('acceptance:lead', { round: data.round, institute: data.institute, course: data.course })}
      </p>
      <SeatState />
      {data.nextOptions && (
        <Card>
          <NextOptions {...data.nextOptions} as="h2" />
        </Card>
      )}
      <Reported reported={data.reported} />
      {data.opens === null && <Steps />}
      <Fee />
      <Letter />
      {data.report && data.state === 'to-report' && <ReportAt where={data.report} by={data.reportBy} />}
      <Grievances grievances={data.grievances} ownHours={data.ownHours} />
      <Verification />
      {/* The act comes first; a decision that is made already can still be changed further down. */}
      {isToDecide && <Decision />}
      {data.report && data.state !== 'to-report' && <ReportAt where={data.report} />}
      <SeatFacts />
      {!isToDecide && <Decision />}
    </>
  )
}
