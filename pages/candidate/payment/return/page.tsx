import { SharedComputer } from '#pages/parts/accounts/SharedComputer.tsx'
import { AttemptCard } from '#pages/parts/payments/AttemptCard.tsx'
import type { Attempt } from '#pages/parts/payments/attempts.ts'
import { PayAgain } from '#pages/parts/payments/PayAgain.tsx'
import { PaymentBanner } from '#pages/parts/payments/PaymentBanner.tsx'
import { PaymentHead } from '#pages/parts/payments/PaymentHead.tsx'
import { Ticket } from '#pages/parts/seat-acceptance/Ticket.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { toldBy } from '#pages/ui/told.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DueName } from '#server/domain/money/fees.ts'
import type { load } from './page.server'

/** Back from the gateway: paid, not paid, or undecided; while undecided, the page checks again automatically. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { attempt } = data
  useRecheck(attempt !== null && isUndecided(attempt))
  return (
    <>
      <PaymentHead
        due={attempt?.due}
        title={t('signedin:title.payment-return')}
        lead={attempt && isUndecided(attempt) ? t('payments:return.lead') : undefined}
      />
      {attempt ? (
        <>
          <div role="status">
            <Outcome attempt={attempt} />
          </div>
          <Ways attempt={attempt} />
          {data.ticket && <Ticket ticket={data.ticket} />}
          <AttemptCard attempt={attempt} isTold />
          {attempt.standing === 'captured' && <SharedComputer />}
        </>
      ) : (
        <Card tone="narrow" title={t('payments:return.unknown-title')}>
          <p>{t('payments:return.unknown-text')}</p>
          <div className="actions">
            <Button href={href(base, 'transactions-logs')}>{t('payments:pay.all')}</Button>
          </div>
        </Card>
      )}
    </>
  )
}

const isUndecided = ({ standing }: Attempt): boolean => standing === 'created' || standing === 'pending'

/** The outcome, what is known, and what happens next. */
function Outcome({ attempt }: { attempt: Attempt }) {
  const { data, session } = useView<typeof load>()
  const t = useT()
  const { standing, known, next, amount } = attempt
  if (standing === 'captured') {
    return (
      <PaymentBanner kind="paid" title={t('payments:pay.paid-title', { amount })}>
        {[next, data.next, ...data.waits].filter(Boolean).join(' ')}
      </PaymentBanner>
    )
  }
  if (isUndecided(attempt)) {
    return (
      <PaymentBanner kind="pending" title={known}>
        {standing === 'pending' && next} {t(`payments:return.${data.isAway ? 'away' : 'asking'}`)}{' '}
        {/* What is known of a pending payment promises it already. */}
        {standing !== 'pending' && t('payments:return.told', toldBy(t, session))}
      </PaymentBanner>
    )
  }
  const isBack = standing === 'going-back' || standing === 'refunded'
  const title = () => {
    if (isBack) return t('payments:pay.back-title', { amount })
    return standing === 'failed' || standing === 'returned' ? t('payments:pay.failed-title') : known
  }
  return (
    <PaymentBanner kind={isBack ? 'back' : 'failed'} title={title()}>
      {known !== title() && standing !== 'failed' && known} {next}
    </PaymentBanner>
  )
}

/** The one thing to do now, first; then the way back, which the breadcrumb is while the bank decides. */
function Ways({ attempt }: { attempt: Attempt }) {
  const { base, url } = useView<typeof load>()
  const t = useT()
  const { due, standing, checkout, canPayAgain } = attempt
  if (standing === 'captured') return <AfterPayment due={due} />
  const [place, name] = placeOf(due)
  const back = href(base, place)
  if (canPayAgain) {
    return (
      <>
        <PayAgain attempt={attempt} />
        <p>
          <a href={back}>{t(name)}</a>
        </p>
      </>
    )
  }
  return (
    <div className="actions">
      {checkout ? (
        <Button href={checkout}>{t('payments:attempt.continue')}</Button>
      ) : isUndecided(attempt) ? (
        <Button href={url} kind="quiet" data-full>
          {t('payments:return.reload')}
        </Button>
      ) : (
        <Button href={back}>{t(name)}</Button>
      )}
    </div>
  )
}

/** Where a fee is paid, with its name. */
const placeOf = (due: DueName) =>
  due === 'seat-acceptance'
    ? (['self-arc-home', 'signedin:menu.seat-acceptance'] as const)
    : due === 'conversion-fee'
      ? (['convert-fee', 'signedin:menu.convert-fee'] as const)
      : (['payment', 'payments:return.to-payment'] as const)

/**
 * After a fee that has arrived one filled button leads to what comes next: of a seat with which the candidate reports its letter,
 * else the page of the next duty, else the dashboard.
 */
function AfterPayment({ due }: { due: DueName }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const letter = data.letter === null ? null : { href: data.letter, text: t('acceptance:letter.go') }
  const dashboard = { href: href(base, 'dashboard'), text: t('signedin:to-dashboard') }
  const first = (data.ticket && letter) || data.onward || dashboard
  const [place, name] = placeOf(due)
  // The page of a conversion fee is closed once it is paid.
  const back = due === 'conversion-fee' ? dashboard : { href: href(base, place), text: t(name) }
  const others = [letter, back].filter((way) => !!way && way.href !== first.href)
  return (
    <div className="actions">
      <Button href={first.href}>{first.text}</Button>
      {others.map((way) => (
        <Button key={way!.href} href={way!.href} kind="quiet">
          {way!.text}
        </Button>
      ))}
    </div>
  )
}
