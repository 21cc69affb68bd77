import { Reported } from '#pages/parts/reporting/Reported.tsx'
import { Findings } from '#pages/parts/scrutiny/Findings.tsx'
import { Ticket } from '#pages/parts/seat-acceptance/Ticket.tsx'
import { Dots, Hero } from '#pages/parts/state/Hero.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { type Row, Rows } from '#pages/ui/data/Rows.tsx'
import { Timeline } from '#pages/ui/data/Timeline.tsx'
import { Track } from '#pages/ui/data/Track.tsx'
import { href } from '#pages/ui/href.ts'
import { Kept } from '#pages/ui/kept.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { CertificatesCard } from './cards/CertificatesCard'
import { Contact } from './cards/Contact'
import { OptionsCard } from './cards/OptionsCard'
import type { DashboardCard } from './cards/order.server'
import { RefundCard } from './cards/RefundCard'
import { ConvertFee, NameCorrection, Scrutiny } from './cards/Scrutiny'
import { Steps } from './cards/Steps'
import styles from './page.module.css'
import type { load } from './page.server'

/** How things stand and the one thing to do next; then what else there is: the other cards, rows, dates and contacts. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { hero } = data
  /** On a wide screen the contacts are below few dates, so that no column is empty. */
  const hasFewDates = data.dates.length < 5
  const isBeside = hero.state ? !hero.state.act : !data.ticket
  /** The act at the top is that of one certificate; the others are below it. */
  const isBelow = (card: DashboardCard) =>
    card !== hero.of && (card !== hero.actOf || (card === 'certificates' && data.certificates.length > 1))
  return (
    <div className={classNames(styles.layout, isBeside && styles.beside)}>
      <div className={styles.top}>
        <Top />
        {data.unpaid && (
          <Banner tone="warn" title={data.unpaid.title}>
            {data.unpaid.about}
          </Banner>
        )}
        <RollCall />
        <Reported reported={data.reported} />
        {!data.hasReadNotice && (
          <Banner tone="info" action={<a href={href(base, 'my-data')}>{t('signedin:menu.my-data')}</a>}>
            {t('application:notice-unread')}
          </Banner>
        )}
      </div>
      <div>
        {data.cards.filter(isBelow).map((card) => (
          <Shown key={card} card={card} />
        ))}
        <Scrutiny />
        <NameCorrection />
        <Card tone="flush">
          <Steps />
          <Rows rows={data.rows} />
        </Card>
      </div>
      <div className={styles.dates}>
        <Card title={t('application:dates.title')}>
          <Kept name="dashboard-dates" by={JSON.stringify(data.dates)}>
            <Timeline moments={data.dates} />
          </Kept>
          <a className="more" href={href(base, 'schedule')}>
            {t('application:dates.all')}
          </a>
        </Card>
        {hasFewDates && <Mine />}
      </div>
      {!hasFewDates && (
        <div>
          <Mine />
        </div>
      )}
    </div>
  )
}

/** How the candidate is reached, and what the portal has of them. */
function Mine() {
  const { base } = useView()
  const t = useT()
  // Without script nothing can be kept.
  const isHydrated = useHydrated()
  const keep: Row = {
    href: href(base, 'offline'),
    icon: 'phone',
    title: t('application:contact.offline'),
    note: t('application:contact.offline-about'),
  }
  return (
    <Card tone="flush">
      <Contact />
      <Rows
        rows={[
          ...(isHydrated ? [keep] : []),
          { href: href(base, 'my-data'), icon: 'person', title: t('signedin:menu.my-data') },
        ]}
      />
    </Card>
  )
}

/** The question of the roll-call that is under way, or the answer that counts now. */
function RollCall() {
  const { rollCall } = useView<typeof load>().data
  const t = useT()
  if (!rollCall) return null
  const { round, answer, by, at } = rollCall
  return (
    <Banner
      tone={answer === 'in' ? 'ok' : 'warn'}
      title={answer === null ? t('rollcall:card.title', { round }) : undefined}
      action={<a href={at}>{t(answer === null ? 'rollcall:card.go' : 'rollcall:card.change')}</a>}
    >
      {t(answer === null ? 'rollcall:card.about' : `rollcall:card.${answer}`, { round, by })}
    </Banner>
  )
}

/** The seat as a ticket, or how things stand with what belongs to it. */
function Top() {
  const { data } = useView<typeof load>()
  const { state } = data.hero
  if (!state) return data.ticket && <Ticket ticket={data.ticket} as="h1" />
  const { next, application, track } = data
  const mayCorrect = next.kind === 'correct'
  return (
    <Hero state={state} below={track.length > 0 && <Track steps={track} />}>
      {data.hero.of === 'application' && (next.kind === 'fill' || next.kind === 'submit') && (
        <Dots
          steps={data.tasks.map(({ step, state: task }) =>
            step === next.step ? 'now' : task === 'complete' || task === 'locked' ? 'done' : 'later',
          )}
        />
      )}
      {mayCorrect && application && application.found.length > 0 && <Findings found={application.found} isLinked />}
    </Hero>
  )
}

/** What is not at the top already. */
function Shown({ card }: { card: DashboardCard }) {
  const { ticket, hero } = useView<typeof load>().data
  switch (card) {
    case 'seat':
      return ticket && <Ticket ticket={ticket} />
    case 'refund':
      return hero.of === 'seat' ? null : <RefundCard />
    case 'convert-fee':
      return <ConvertFee />
    case 'options':
      return <OptionsCard />
    case 'certificates':
      return <CertificatesCard />
    // Each is a row.
    case 'application':
    case 'allotment':
    case 'jk-seat':
    case 'merit':
      return null
  }
}
