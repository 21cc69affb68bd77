import { NextOptions } from '#pages/parts/option-form/NextOptions.tsx'
import { Reported } from '#pages/parts/reporting/Reported.tsx'
import { Decision } from '#pages/parts/seat-acceptance/Decision.tsx'
import { Fee } from '#pages/parts/seat-acceptance/Fee.tsx'
import { Letter } from '#pages/parts/seat-acceptance/Letter.tsx'
import { Reach } from '#pages/parts/seat-acceptance/Reach.tsx'
import { SeatFacts, Steps } from '#pages/parts/seat-acceptance/SeatHead.tsx'
import { Ticket } from '#pages/parts/seat-acceptance/Ticket.tsx'
import { Grievances } from '#pages/parts/self-verification/Grievances.tsx'
import { Verification } from '#pages/parts/self-verification/Verification.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { isHeld } from '#server/domain/admission/offer.ts'
import type { show } from './page.server'

/** Seat acceptance, from the check of one's facts to the letter. The state of the seat decides what is shown. */
export default function Page() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const title = t('signedin:menu.seat-acceptance')
  const isToDecide = data.state === 'to-decide'
  // Once all is done, the seat comes before the steps that led to it.
  const isAccepted = isHeld(data.state)
  const isActBelow = data.verification !== null || isToDecide
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <div className="stack">
        <h1>{title}</h1>
        {data.opens === null && !isAccepted && <Steps />}
        {!data.isScheduled && <p className="lead">{t('acceptance:unscheduled')}</p>}
        {/* The fee is where the eye is after the decision: above the seat. */}
        <Fee />
        {/* The facts to verify, and then the decision, come at once; where the institute is follows below. */}
        <Ticket ticket={isActBelow ? { ...data.ticket, where: null } : data.ticket} />
        {isAccepted && <Steps />}
      </div>
      {data.nextOptions && (
        <Card>
          <NextOptions {...data.nextOptions} as="h2" />
        </Card>
      )}
      <Reported reported={data.reported} />
      <Letter />
      <Grievances grievances={data.grievances} ownHours={data.ownHours} />
      <Verification />
      {/* The act comes first; a decision that is made already can still be changed further down. */}
      {isToDecide && <Decision />}
      {isActBelow && data.ticket.where && (
        <Card title={t('acceptance:ticket.institute')}>
          <Reach where={data.ticket.where} />
        </Card>
      )}
      <SeatFacts />
      {!isToDecide && <Decision />}
    </>
  )
}
