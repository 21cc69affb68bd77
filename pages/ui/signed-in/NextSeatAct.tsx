import { isDuty } from '#server/domain/admission/offer.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { aboutSeatAct } from '#server/i18n/seat-act.ts'
import { Countdown } from '../data/Countdown'
import { Button } from '../form/Button'
import { href } from '../href'
import { ThinBar } from '../shell/ThinBar'
import { useT, useView } from '../view'

/** Where the act is done. */
const pageOf = (kind: string) => (isOfPayment(kind) ? 'transactions-logs' : 'self-arc-home')

const isOfPayment = (kind: string) => kind === 'await-payment' || kind === 'await-grace'

/**
 * Under the bar of every page until the next act for the seat is recorded: the act, its deadline, and what a missed
 * deadline costs. A seat that is held for the next round needs no act. The style sheet hides the bar on a page whose own
 * card shows the act (`data-seat-act`). Source: rules §8.14.
 */
export function NextSeatAct() {
  const { base, session, layout, language, route } = useView()
  const t = useT()
  const act = layout === 'desk' ? null : session?.seatAct
  if (!act || act.kind === 'await-round') return null
  const { kind, round, by, from } = act
  const page = pageOf(kind)
  return (
    <ThinBar
      tone={isDuty(kind) ? 'error' : 'info'}
      label={t('signedin:seat.label')}
      name="seat-act"
      action={
        route !== page && (
          <Button small kind={isDuty(kind) ? 'primary' : 'quiet'} href={href(base, page)}>
            {t(isOfPayment(kind) ? 'signedin:seat.go-payment' : 'signedin:seat.go')}
          </Button>
        )
      }
    >
      <b>{t(`signedin:seat.${kind}`, { round })}.</b>{' '}
      {kind !== 'await-grace' && <span className="wide-only">{aboutSeatAct(act, language, t)}</span>}{' '}
      {from !== null && t('signedin:seat.from', { from: formatDateTime(from, language) })}{' '}
      {by !== null && (
        <>
          {t(kind === 'await-grace' ? 'signedin:seat.grace-by' : 'signedin:seat.by', {
            time: formatDateTime(by, language),
          })}{' '}
          <Countdown until={by} isBare isAfterDate />
        </>
      )}
    </ThinBar>
  )
}
