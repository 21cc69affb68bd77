import { WhoCanApply } from '#pages/parts/eligibility/WhoCanApply.tsx'
import { WorksheetLink } from '#pages/parts/eligibility/WorksheetLink.tsx'
import { classNames } from '#pages/ui/class-names.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Icon, type IconName } from '#pages/ui/data/Icon.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { Stages } from './Stages'

const steps = ['register', 'fill', 'upload', 'pay', 'submit'] as const

/**
 * The public home page: one door for newcomers, one for candidates, and the way to a seat with its dates. Somebody who is
 * signed in has the second door alone, and the way only as long as it is theirs.
 */
export default function Page() {
  const { course, data, session } = useView<typeof load>()
  const t = useT()
  if (!data.isOpened) return <NotOpened />
  return (
    <>
      {data.hasNext && !session && (
        <Banner
          tone="info"
          title={t(data.isEnded ? 'home:continue.ended' : 'home:continue.title')}
          action={
            <Button href={data.login} small>
              {t('home:login')}
            </Button>
          }
        >
          {t('home:continue.text')}
        </Banner>
      )}
      <h1>{course.shortTitle}</h1>
      <p className="lead">{t('home:admissions', { year: course.academicYear })}</p>
      {session ? (
        <Candidates />
      ) : (
        <div className={styles.doors}>
          <Newcomers />
          <Candidates />
        </div>
      )}
      {data.mayApply && (
        <>
          <WhoCanApply>
            <WorksheetLink />
          </WhoCanApply>
          <HowToApply />
        </>
      )}
      {data.isOnTheWay && <Stages />}
      <Tiles />
      <Notices />
      <p className={styles.safety}>
        {t('home:help-text')} {data.hasCentres && t('home:help-centre')}
      </p>
    </>
  )
}

/** The card of those who have not registered: the state of registration, its deadline and its act. */
function Newcomers() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { state, opens, closes, until } = data.registration
  const isOpen = state === 'open' || state === 'late'
  return (
    <section className={classNames('card', isOpen && 'next', styles.door)} aria-labelledby="newcomers">
      <p className={styles.kind}>
        <Icon name="register" />
        {t('home:door.new')}
      </p>
      <h2 id="newcomers">{t(`home:${state}.title`)}</h2>
      <p>{t(`home:${state}.text`, { opens, closes })}</p>
      {state === 'over' && data.lateFrom && <p>{t('home:over.late', { from: data.lateFrom })}</p>}
      {isOpen && until !== null && (
        <div className={styles.act}>
          <p className={styles.due}>
            <Icon name="clock" />
            <span>
              {t('home:submit-by', { time: closes })}
              <b>
                <Countdown until={until} isBare isAfterDate />
              </b>
            </span>
          </p>
          <Button href={href(base, 'registration')}>{t('home:register')}</Button>
        </div>
      )}
    </section>
  )
}

/** The card of those who have registered: what runs for them, and the login; their dashboard once they have logged in. */
function Candidates() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const { state, title, when } = data.candidates
  const isOpen = data.registration.state === 'open' || data.registration.state === 'late'
  return (
    <section className={classNames('card', (session || !isOpen) && 'next', styles.door)} aria-labelledby="candidates">
      <p className={styles.kind}>
        <Icon name={session ? 'person' : 'login'} />
        {t(session ? 'home:door.own' : 'home:door.candidate')}
      </p>
      <h2 id="candidates">{state === 'open' ? title : t(`home:candidates.${state}`, { title })}</h2>
      <p>
        {when && t(state === 'open' ? 'home:candidates.until' : 'home:candidates.on', { when })}{' '}
        {t('home:candidates.text')}
      </p>
      <div className={`actions ${styles.ways}`}>
        {session ? (
          <Button href={href(base, 'dashboard')}>{t('home:dashboard')}</Button>
        ) : (
          <>
            <Button href={data.login} kind={isOpen ? 'quiet' : 'primary'}>
              {t('home:login')}
            </Button>
            <a href={href(base, 'forgot-password')}>{t('shell:menu.forgot-password')}</a>
          </>
        )}
      </div>
    </section>
  )
}

/** The five steps and what to keep at hand; the title says so while nobody can register. */
function HowToApply() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { state } = data.registration
  const isOpen = state === 'open' || state === 'late'
  return (
    <Card tone="flush">
      <Disclosure summary={<b>{t(isOpen ? 'home:how' : 'home:how-later')}</b>}>
        <ol className={styles.how}>
          {steps.map((step) => (
            <li key={step}>
              <h3>{t(`home:step.${step}`)}</h3>
              <p>{t(`home:step.${step}-text`, data.fees)}</p>
            </li>
          ))}
        </ol>
        <p>{t('home:keep')}</p>
      </Disclosure>
    </Card>
  )
}

/** Where people go most often, each with its newest fact. */
function Tiles() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { phone, hours } = data.contact
  const tiles: { name: 'results' | 'institutes' | 'dates' | 'help'; icon: IconName; to: string; about: string }[] = [
    { name: 'results', icon: 'medal', to: data.result.address, about: data.result.about },
    {
      name: 'institutes',
      icon: 'building',
      to: href(base, 'institude-list'),
      about: data.institutes ? t('home:tile.institutes-about', { count: data.institutes }) : '',
    },
    { name: 'dates', icon: 'calendar', to: href(base, 'importantdate'), about: data.nextDate },
    { name: 'help', icon: 'help', to: href(base, 'contactus'), about: `${phone.text}, ${hours}` },
  ]
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ name, icon, to, about }) => (
        <li key={name}>
          <a href={to}>
            <Icon name={icon} />
            <b>{t(`home:tile.${name}`)}</b>
            {about && <small>{about}</small>}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Notices() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const all = href(base, 'notifications')
  return (
    <Card tone="flush" title={t('home:notices')}>
      <ul className="rows">
        {data.notices.map(({ id, title, date }) => (
          <li key={id}>
            <a href={`${all}#notice-${id}`}>
              <span className="grow">
                {title}
                <small>{date}</small>
              </span>
            </a>
          </li>
        ))}
        <li>
          <a href={all}>
            <b className="grow">{t('home:all-notices')}</b>
          </a>
        </li>
      </ul>
    </Card>
  )
}

/** The home page of a portal that its cell is still setting up. */
function NotOpened() {
  const { course } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{course.title}</h1>
      <p className="lead">{t('home:not-opened', { year: course.academicYear })}</p>
    </>
  )
}
