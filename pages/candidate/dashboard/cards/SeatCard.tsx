import { Reach } from '#pages/parts/seat-acceptance/ReportAt.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isDuty } from '#server/domain/admission/offer.ts'
import { aboutSeatAct } from '#server/i18n/seat-act.ts'
import styles from '../page.module.css'
import type { load } from '../page.server'
import { Call } from './NextCard'
import type { seatCard } from './seat.server'

type Seat = NonNullable<ReturnType<typeof seatCard>>

/** The candidate's seat: the next act with its deadline, or how it ended. */
export function SeatCard({ seat, isNext }: { seat: Seat; isNext: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round, act, state, institute, course, by, from, nextOptions } = seat
  const calls = data.phone !== null && isLost(seat) && state !== 'cancelled'
  return (
    <Card tone={calls ? 'alarm' : isNext ? 'next' : undefined}>
      <div className={styles.next} data-seat-act={isNext && act ? true : undefined}>
        <div className="grow">
          <h2>
            {act && t(`signedin:seat.${act.kind}`, { round })}
            {state && t(`application:seat.${state}`, { round })}
          </h2>
          <p>{t(isLost(seat) ? 'application:seat.was' : 'application:seat.at', { institute, course })}</p>
          {seat.report && <Reach where={seat.report} />}
          {from && <p>{t('signedin:seat.from', { from })}</p>}
          {by && <p>{t('application:seat.by', { by })}</p>}
          <SeatWords seat={seat} />
          {act && (
            <p>
              <a href={href(base, 'allotment')}>{t('application:allotment.go')}</a>
            </p>
          )}
          {nextOptions && (
            <p>{t(act ? 'application:allotment.better-options' : 'application:allotment.next-options', nextOptions)}</p>
          )}
        </div>
        {act?.by != null && <Countdown until={act.by} isAfterDate />}
        {calls && <Call phone={data.phone!} kind={isNext ? 'primary' : 'quiet'} />}
        <SeatButton seat={seat} isNext={isNext && !calls} />
      </div>
    </Card>
  )
}

/** Is the seat no longer the candidate's? */
const isLost = ({ state }: Seat) =>
  state === 'not-accepted' || state === 'not-reported' || state === 'cancelled' || state === 'withdrawn'

/** Leads to where the act is done; without one, to the letter of a cancellation or to the result. */
function SeatButton({ seat: { act, state }, isNext }: { seat: Seat; isNext: boolean }) {
  const { base } = useView()
  const t = useT()
  const kind = isNext && (!act || isDuty(act.kind)) ? 'primary' : 'quiet'
  if (state === 'cancelled')
    return (
      <Button href={href(base, 'cancel-admission-application-form-print')} kind={kind}>
        {t('application:seat.cancelled-go')}
      </Button>
    )
  if (!act)
    return (
      <Button href={href(base, 'allotment')} kind={kind}>
        {t('application:allotment.go')}
      </Button>
    )
  if (act.kind === 'await-payment')
    return (
      <Button href={href(base, 'transactions-logs')} kind={kind}>
        {t('signedin:seat.go-payment')}
      </Button>
    )
  return (
    <Button href={href(base, 'self-arc-home')} kind={kind}>
      {t('signedin:seat.go')}
    </Button>
  )
}

/** What the candidate waits for, what a missed deadline costs, or why the seat is gone and which rounds are left. */
function SeatWords({ seat: { act, state, ahead } }: { seat: Seat }) {
  const { language } = useView()
  const t = useT()
  if (act) return <p>{aboutSeatAct(act, language, t)}</p>
  const hasOwnWords = state === 'reported' || state === 'withdrawn'
  const about = hasOwnWords ? (`${state}-about` as const) : state === 'admitted' ? null : 'lost-about'
  return (
    <>
      {about && <p>{t(`application:seat.${about}`)}</p>}
      {ahead && <p>{ahead}</p>}
    </>
  )
}
