import { NextOptions } from '#pages/parts/option-form/NextOptions.tsx'
import row from '#pages/parts/option-form/next.module.css'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { isDuty } from '#server/domain/admission/offer.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { aboutSeatAct } from '#server/i18n/seat-act.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Outcome = DataOf<typeof load>['outcomes'][number]

/** What to do now about the newest result, and by when; the rules of the round if nothing is left to do. */
export function Next({ outcome }: { outcome: Outcome }) {
  const { base, session, language, data } = useView<typeof load>()
  const t = useT()
  const act = session?.seatAct
  if (!act || act.round !== outcome.round) {
    const { standing } = data
    return (
      <>
        {standing?.round === outcome.round ? (
          <div className={row.next}>
            <div className="grow">
              <h3>{standing.title}</h3>
              {standing.about && <p>{standing.about}</p>}
            </div>
          </div>
        ) : (
          <Facts facts={outcome.next} />
        )}
        {data.nextOptions && <NextOptions {...data.nextOptions} />}
      </>
    )
  }
  const { kind, round, by, from } = act
  return (
    <>
      <div className={row.next} data-seat-act>
        <div className="grow">
          <h3>{t(`signedin:seat.${kind}`, { round })}</h3>
          <p>{aboutSeatAct(act, language, t)}</p>
          {from !== null && <p>{t('signedin:seat.from', { from: formatDateTime(from, language) })}</p>}
        </div>
        {by !== null && (
          <p className={styles.by}>
            {t('signedin:seat.by', { time: formatDateTime(by, language) })} <Countdown until={by} isAfterDate />
          </p>
        )}
        <Button
          kind={isDuty(kind) ? 'primary' : 'quiet'}
          href={href(base, kind === 'await-payment' ? 'transactions-logs' : 'self-arc-home')}
        >
          {t(kind === 'await-payment' ? 'signedin:seat.go-payment' : 'signedin:seat.go')}
        </Button>
      </div>
      {kind === 'await-round' && data.nextOptions && <NextOptions {...data.nextOptions} />}
    </>
  )
}
