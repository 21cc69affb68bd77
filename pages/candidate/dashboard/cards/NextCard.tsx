import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type NextAct, nameOfAct } from '#server/domain/application/task-list.ts'
import { steps } from '#server/domain/terms/journey.ts'
import { languageIn } from '#server/kernel/languages.ts'
import styles from '../page.module.css'
import type { load } from '../page.server'
import type { applicationCard } from './application.server'

type Application = ReturnType<typeof applicationCard>

/** The sentence under the greeting: the progress of the application. */
export function Lead() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { next, stepsLeft, by, submitted, reverted, confirmed, isSubmitted } = data
  const isFinalListOut = data.merit?.stage === 'final' || data.isAbsentFromMerit
  const sentences = () => {
    switch (next.kind) {
      case 'fill':
        if (isSubmitted) return t('application:lead.open-again', { by: by ?? '' })
        return stepsLeft === steps.length
          ? t('application:lead.all-left')
          : t('application:lead.left', { count: stepsLeft })
      case 'correct':
        return t('application:lead.correct', { at: reverted ?? '' })
      case 'await-scrutiny':
      case 'not-checked':
      case 'visit-centre':
        return t(`application:lead.${next.kind}`, { at: submitted ?? '' })
      case 'confirmed':
        return t(`application:lead.${isFinalListOut ? 'was-confirmed' : 'confirmed'}`, { at: confirmed ?? '' })
      default:
        return t(`application:lead.${next.kind}`)
    }
  }
  const isToBeSubmitted = !isSubmitted && (next.kind === 'fill' || next.kind === 'submit')
  return (
    <p className="lead">
      {sentences()}{' '}
      {!data.hasDuties && !data.nonCapBy && next.kind === 'await-scrutiny' && t('application:lead.nothing-now')}
      {isToBeSubmitted && by && t('application:lead.submit-by', { by })}{' '}
      {data.isForNonCapAlone && t('application:non-cap.alone')}
    </p>
  )
}

/** The one thing to do now, or the event for which the candidate waits. */
export function NextCard({ application, isNext }: { application: Application; isNext: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { next } = data
  // Whoever waits for an officer or for the bank has nothing to press.
  const isWaiting =
    next.kind === 'await-scrutiny' || (next.kind === 'fill' && steps[next.step] === 'payment' && data.isPaymentPending)
  const address = 'step' in next ? href(base, steps[next.step]) : href(base, destinations[next.kind])
  return (
    <Card tone={data.isAlarming ? 'alarm' : isNext ? 'next' : undefined}>
      <div className={styles.next}>
        <div className="grow">
          <Words next={next} application={application} />
        </div>
        {'by' in next && next.by !== null && next.kind !== 'await-scrutiny' && <Countdown until={next.by} />}
        {data.phone && data.isAlarming && <Call phone={data.phone} />}
        <Button href={address} kind={isNext && !isWaiting && !data.isAlarming ? 'primary' : 'quiet'}>
          {next.kind === 'fill'
            ? t(`application:next.fill.${next.step === 0 ? 'start' : 'go'}`)
            : t(`application:next.${nameOfAct(next)}.go`)}
        </Button>
      </div>
    </Card>
  )
}

/** The cell's telephone number, to call at once. */
export const Call = ({ phone, kind }: { phone: { href: string; text: string }; kind?: 'primary' | 'quiet' }) => (
  <Button href={phone.href} kind={kind}>
    {useT()('application:call', { phone: phone.text })}
  </Button>
)

const destinations = {
  'await-scrutiny': 'print-pdf',
  'not-checked': 'contactus',
  'visit-centre': 'appointment',
  confirmed: 'acknowledgement',
  'too-late': 'contactus',
  excluded: 'contactus',
} as const

/** The place and time of the appointment, or a reminder to book one. */
function Appointment({ appointment }: Pick<Application, 'appointment'>) {
  const t = useT()
  if (!appointment) return <p>{t('application:next.visit-centre.choose')}</p>
  const { state, ...words } = appointment
  return (
    <p>
      <b>
        {state === 'missed' || state === 'past'
          ? t(`application:next.visit-centre.${state}`)
          : t('application:next.visit-centre.appointment', words)}
      </b>
    </p>
  )
}

/** The order that took the candidate out of the admission, and its consequences. */
function Excluded({ excluded }: Pick<Application, 'excluded'>) {
  const t = useT()
  if (!excluded) return null
  return (
    <>
      <h2>{t(`application:next.excluded.${excluded.kind}`)}</h2>
      <p>{t('application:next.excluded.order', excluded.order)}</p>
      <p className="words" lang={languageIn(excluded.reason)}>
        {excluded.reason}
      </p>
      {excluded.kept && <p>{t('application:next.excluded.kept', { kept: excluded.kept })}</p>}
      <p>{t('application:next.excluded.text')}</p>
      <p>{t('application:next.excluded.ask')}</p>
    </>
  )
}

function Words({ next, application }: { next: NextAct; application: Application }) {
  const { by, isSubmitted, isPaymentPending, paying } = useView<typeof load>().data
  const t = useT()
  const { since, lateFrom, following, feeLost } = application
  if (next.kind === 'fill') {
    const route = steps[next.step]
    return (
      <>
        <h2>{t('application:next.fill.title', { step: t(`signedin:menu.${route}`) })}</h2>
        <p>{t(`application:note.${route === 'payment' && isPaymentPending ? 'payment-pending' : route}`)}</p>
      </>
    )
  }
  const kind = nameOfAct(next)
  if (kind === 'excluded') return <Excluded excluded={application.excluded} />
  const title = () => {
    if (kind !== 'too-late') return `${kind}.title` as const
    if (paying?.counts) return 'too-late.title-paying'
    if (lateFrom) return 'too-late.title-rounds'
    return isSubmitted ? 'too-late.title-unconfirmed' : 'too-late.title'
  }
  return (
    <>
      <h2>{t(`application:next.${title()}`)}</h2>
      {kind === 'too-late' ? (
        <>
          <p>
            {t(`application:next.too-late.${isSubmitted ? 'unconfirmed' : 'unsubmitted'}`, { at: since ?? '' })}{' '}
            {!lateFrom && !paying?.counts && t('application:next.too-late.lost')}
          </p>
          {paying && (
            <p>
              {paying.known} {paying.next}
            </p>
          )}
          {feeLost && <p>{t('application:next.too-late.fee', { amount: feeLost })}</p>}
          {lateFrom && <p>{t('application:next.too-late.late', { from: lateFrom })}</p>}
          {!isPaymentPending && <p>{t('application:next.too-late.ask')}</p>}
        </>
      ) : (
        <>
          <p>{t(`application:next.${kind}.text`, { since: since ?? '' })}</p>
          {kind === 'not-checked' && lateFrom && <p>{t('application:next.not-checked.late', { from: lateFrom })}</p>}
        </>
      )}
      {by && (next.kind === 'correct' || next.kind === 'await-scrutiny' || next.kind === 'visit-centre') && (
        <p>{t(`application:next.${next.kind}.by`, { by })}</p>
      )}
      {kind === 'visit-centre' && <Appointment appointment={application.appointment} />}
      {kind === 'confirmed' && following && <p>{t('application:next.confirmed.then', following)}</p>}
    </>
  )
}
