import { Reasons } from '#pages/parts/allotment/Reasons.tsx'
import { NextList, NextOptions } from '#pages/parts/option-form/NextOptions.tsx'
import { Ticket } from '#pages/parts/seat-acceptance/Ticket.tsx'
import { Grievances } from '#pages/parts/self-verification/Grievances.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Rows } from '#pages/ui/data/Rows.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { toldBy } from '#pages/ui/told.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Outcome = DataOf<typeof load>['outcomes'][number]

/** The candidate's result in every published round: the seat with its next act first, then the reasons. */
export default function Page() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const title = t('results:page.title')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      {data.outcomes.length === 0 && (
        <p className="lead">
          {t(data.due ? 'results:page.due' : 'results:page.none', { at: data.due ?? '', ...toldBy(t, session) })}
        </p>
      )}
      {data.outcomes.map((outcome, place) => (
        <Result key={outcome.round} outcome={outcome} isNewest={place === 0} />
      ))}
      <Grievances grievances={data.grievances} ownHours={data.ownHours} />
    </>
  )
}

function Result({ outcome, isNewest }: { outcome: Outcome; isNewest: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round, seat, ticket, numbers, published } = outcome
  const options = isNewest && data.nextOptions
  // Of a seat that is gone, the reasons tell only why no better one was given: nothing to who gave it up.
  const hasReasons = !ticket?.isGone || (!ticket.isGivenUp && outcome.higher.length > 0)
  const list = isNewest && data.nextList
  return (
    <section className="stack" aria-label={t('rounds:round', { round })}>
      <p className="updated">
        {t('rounds:round', { round })} · {t('results:published-at', { at: published })}
        {!isNewest && ` · ${t('outcome:superseded')}`}
      </p>
      {ticket && <Ticket ticket={ticket} />}
      {(!ticket || seat?.isRetained || options || list || hasReasons) && (
        <Card>
          {!ticket && <None outcome={outcome} isNewest={isNewest} hasList={!!list} />}
          {seat?.isRetained && <p>{t(outcome.choices ? 'outcome:retained' : 'outcome:retained-no-list')}</p>}
          {list ? <NextList {...list} /> : options && <NextOptions {...options} />}
          {hasReasons && <Reasons outcome={outcome} />}
          {!seat && <Facts facts={numbers} />}
        </Card>
      )}
      {seat && (
        <Card tone="flush">
          {ticket?.letter && (
            <>
              <Rows
                rows={[
                  { href: ticket.letter, title: t('outcome:letter.pdf'), icon: 'file', isFull: true },
                  ...(ticket.receipt
                    ? [{ href: ticket.receipt, title: t('outcome:receipt.pdf'), icon: 'file' as const, isFull: true }]
                    : []),
                ]}
              />
              <p className="hint">
                {t('acceptance:letter.verify')}{' '}
                <a href={href(base, 'verification')}>{t('acceptance:letter.verify-go')}</a>
              </p>
            </>
          )}
          <Disclosure kind="inline" summary={t('results:why.details')}>
            <Facts facts={[...seat.rows, ...numbers]} />
            {ticket?.letter && <Facts facts={outcome.next} />}
          </Disclosure>
        </Card>
      )}
    </section>
  )
}

/** A round that gave no seat: what happened, and of the newest one, what comes next. */
function None({
  outcome: { state, outside, choices, next },
  isNewest,
  hasList,
}: {
  outcome: Outcome
  isNewest: boolean
  /** What their own list of the next round amounts to is said instead of what a list would do. */
  hasList: boolean
}) {
  const t = useT()
  const about =
    state === 'not-allotted'
      ? t('outcome:not-allotted-about', { count: choices })
      : t(outside ? `outcome:outside.${outside}` : 'outcome:not-considered-about')
  return (
    <>
      <h2>{t(`outcome:${state}`)}</h2>
      <p>{about}</p>
      {isNewest && !hasList && <Facts facts={next} />}
    </>
  )
}
