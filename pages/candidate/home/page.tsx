import { FeeTable } from '#pages/parts/notices/FeeTable.tsx'
import { NoticeList } from '#pages/parts/notices/NoticeList.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Countdown } from '#pages/ui/data/Countdown.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Timeline } from '#pages/ui/data/Timeline.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

const steps = ['register', 'fill', 'upload', 'pay', 'submit'] as const

/** The public home page: the open activities with their deadlines, the coming dates, and how to apply. */
export default function Page() {
  const { base, course, data, session } = useView<typeof load>()
  const t = useT()
  if (!data.isOpened) return <NotOpened />
  return (
    <>
      {data.hasNext && !session && (
        <Banner
          tone="info"
          title={t('home:continue.title')}
          action={
            <Button href={data.login} small>
              {t('home:login')}
            </Button>
          }
        >
          {t('home:continue.text')}
        </Banner>
      )}
      <h1>{course.title}</h1>
      <p className="lead">{t('home:admissions', { year: course.academicYear })}</p>
      <Now />
      {data.results.length > 0 && (
        <Card title={t('home:results')}>
          <ul className="plain">
            {data.results.map(({ title, address }) => (
              <li key={address}>
                <a href={address}>{title}</a>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className="cols">
        <div>
          <Card title={t('home:notices')}>
            <NoticeList notices={data.notices} level="h3" />
            <a className="more" href={href(base, 'notifications')}>
              {t('home:all-notices')}
            </a>
          </Card>
          {data.mayApply && <HowToApply />}
        </div>
        <div className="aside">
          <Card title={t('home:dates')}>
            {data.dates.length > 0 ? <Timeline moments={data.dates} /> : <p>{t('notices:dates.none')}</p>}
            <a className="more" href={href(base, 'importantdate')}>
              {t('home:all-dates')}
            </a>
          </Card>
          <div>
            <Card title={t('home:fees')}>
              <FeeTable fees={data.fees} />
            </Card>
            <Help />
          </div>
        </div>
      </div>
    </>
  )
}

/** The state of registration with its countdown, and the links to register and log in. */
function Now() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const { state, opens, closes, until } = data.registration
  const isOpen = state === 'open' || state === 'late'
  return (
    <Card tone="next">
      <div className={styles.opening}>
        <div className="grow">
          <h2>{t(`home:${state}.title`)}</h2>
          <p>{t(`home:${state}.text`, { opens, closes })}</p>
          {state === 'over' && data.lateFrom && <p>{t('home:over.late', { from: data.lateFrom })}</p>}
          {data.rounds && <p>{data.rounds}</p>}
          {data.alsoOpen.map(({ title, when }) => (
            <p key={title}>{t('home:also-open', { title, when })}</p>
          ))}
        </div>
        {until !== null && (state === 'open' || state === 'late' || state === 'before') && (
          <div className={styles.left}>
            <small>{t(`home:left.${state}`)}</small>
            <Countdown until={until} />
          </div>
        )}
      </div>
      <div className="actions">
        {session ? (
          <Button href={href(base, 'dashboard')}>{t('home:dashboard')}</Button>
        ) : (
          <>
            {isOpen && <Button href={href(base, 'registration')}>{t('home:register')}</Button>}
            <Button href={data.login} kind={isOpen ? 'quiet' : 'primary'}>
              {t('home:login')}
            </Button>
          </>
        )}
      </div>
    </Card>
  )
}

/** The five steps; the title says so while nobody can register. */
function HowToApply() {
  const { state } = useView<typeof load>().data.registration
  const t = useT()
  const isOpen = state === 'open' || state === 'late'
  return (
    <Card title={t(isOpen ? 'home:how' : 'home:how-later')}>
      <ol className={styles.how}>
        {steps.map((step) => (
          <li key={step}>
            <h3>{t(`home:step.${step}`)}</h3>
            <p>{t(`home:step.${step}-text`)}</p>
          </li>
        ))}
      </ol>
      <p className={styles.keep}>{t('home:keep')}</p>
    </Card>
  )
}

function Help() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { phone, email, hours } = data.contact
  return (
    <Card title={t('home:help')}>
      <p>
        <Telephones of={phone.text} />
        <br />
        <a href={email.href}>{email.text}</a>
        <br />
        {hours}
      </p>
      <p className="lead">
        {t('home:help-text')} {data.hasCentres && t('home:help-centre')}
      </p>
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
