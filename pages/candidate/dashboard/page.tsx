import { Reported } from '#pages/parts/reporting/Reported.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import type { TagTone } from '#pages/ui/data/Tag.tsx'
import { type Task, TaskList } from '#pages/ui/data/TaskList.tsx'
import { Timeline } from '#pages/ui/data/Timeline.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Kept } from '#pages/ui/kept.tsx'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Task as Step } from '#server/domain/application/task-list.ts'
import { isStepComplete } from '#server/domain/terms/journey.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { AllotmentCard } from './cards/AllotmentCard'
import { CertificatesCard } from './cards/CertificatesCard'
import { ContactCard } from './cards/ContactCard'
import { MeritCard } from './cards/MeritCard'
import { Lead, NextCard } from './cards/NextCard'
import { OptionsCard } from './cards/OptionsCard'
import type { DashboardCard } from './cards/order.server'
import { RefundCard } from './cards/RefundCard'
import { ConvertFee, Scrutiny } from './cards/Scrutiny'
import { SeatCard } from './cards/SeatCard'
import styles from './page.module.css'
import type { load } from './page.server'

/**
 * The state of a step on screen. An open step counts as missed after its deadline, and as pending while a bank decides.
 */
type ShownState = Step['state'] | 'missed' | 'pending'

const tones: Record<ShownState, TagTone> = {
  complete: 'done',
  'to-do': 'todo',
  'not-yet': 'wait',
  correct: 'fix',
  locked: 'done',
  missed: 'wait',
  pending: 'wait',
}

/** The candidate's status: the one thing to do next, the nine steps, the dates, and the contact details. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t(`application:dashboard.${data.partOfDay}`, { name: data.firstName })}</h1>
      <Lead />
      <Reported reported={data.reported} />
      {!data.hasReadNotice && (
        <Banner tone="info" action={<a href={href(base, 'my-data')}>{t('signedin:menu.my-data')}</a>}>
          {t('application:notice-unread')}
        </Banner>
      )}
      <div className={styles.layout}>
        <div>
          {data.cards.map((card) => (
            <Shown key={card} card={card} isNext={card === data.lead} />
          ))}
          <Card title={t('application:steps.title')}>
            <Kept name="dashboard-steps" by={stepsKey(data)}>
              <Steps />
            </Kept>
          </Card>
          <Told />
        </div>
        <div>
          <Card title={t('application:dates.title')}>
            <Kept name="dashboard-dates" by={JSON.stringify(data.dates)}>
              <Timeline moments={data.dates} />
            </Kept>
            <a className="more" href={href(base, 'schedule')}>
              {t('application:dates.all')}
            </a>
          </Card>
          <ContactCard />
        </div>
      </div>
    </>
  )
}

/** One card. `isNext`: it has the filled button. */
function Shown({ card, isNext }: { card: DashboardCard; isNext: boolean }) {
  const { seat, allotment, merit, application } = useView<typeof load>().data
  switch (card) {
    case 'seat':
      return seat && <SeatCard seat={seat} isNext={isNext} />
    case 'allotment':
      return allotment && <AllotmentCard allotment={allotment} isNext={isNext} />
    case 'jk-seat':
      return <JkSeat />
    case 'application':
      return (
        application && (
          <>
            <NextCard application={application} isNext={isNext} />
            <Scrutiny />
          </>
        )
      )
    case 'refund':
      return <RefundCard />
    case 'convert-fee':
      return <ConvertFee isNext={isNext} />
    case 'options':
      return <OptionsCard isNext={isNext} />
    case 'certificates':
      return <CertificatesCard isNext={isNext} />
    case 'merit':
      return merit && <MeritCard merit={merit} isNext={isNext} />
  }
}

function JkSeat() {
  const { base } = useView()
  const t = useT()
  return (
    <Banner
      tone="ok"
      action={
        <Button href={href(base, 'jk-seat')} small>
          {t('application:jk-seat.go')}
        </Button>
      }
    >
      {t('application:jk-seat.title')}
    </Banner>
  )
}

/** Merit lists, grievances and unread messages, each in a line with its page. */
function Told() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const lines: { text: string; to?: { href: string; text: string } }[] = []
  if (data.isAbsentFromMerit) {
    lines.push({
      text: `${t('application:merit.absent')}. ${t('application:merit.absent-about')}`,
      to: { href: href(base, 'merit-lists'), text: t('application:merit.absent-go') },
    })
  }
  if (data.unread > 0) {
    lines.push({
      text: t('application:told.unread', { count: data.unread }),
      to: { href: href(base, 'message'), text: t('signedin:menu.message') },
    })
  }
  if (data.isTimeForGrievances) {
    lines.push({
      text: t('application:told.grievances'),
      to: { href: href(base, 'grievancy'), text: t('signedin:title.grievancy') },
    })
  }
  if (data.nonCapBy) {
    lines.push({
      text: t('application:non-cap.title', { by: data.nonCapBy }),
      to: { href: href(base, 'non-cap'), text: t('application:non-cap.go') },
    })
  }
  if (!lines.length) return null
  return (
    <Card>
      <ul className="tasks">
        {lines.map(({ text, to }) => (
          <li key={text}>
            <span className="grow whole">{text}</span>
            {to && (
              <Button href={to.href} kind="quiet" small>
                {to.text}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type Data = Awaited<ReturnType<typeof load>>

const stepsKey = ({ tasks, next, due, isPaymentPending, reopened }: Data): string =>
  `${tasks.map(({ state, isOpen }) => `${state} ${isOpen}`)} ${next.kind} ${due} ${isPaymentPending} ${reopened}`

/** The steps that are left; the finished ones are one line that opens. */
function Steps() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const isDone = ({ step }: Step) => session?.done.includes(step) ?? false
  const done = data.tasks.filter(isDone)
  const left = data.tasks.filter((step) => !isDone(step))
  const lines = (steps: readonly Step[]) => (
    <TaskList tasks={steps.map((step) => taskOf(step, isDone(step), data, base, t))} />
  )
  return (
    <>
      {done.length > 0 && (
        <Disclosure kind="inline" summary={t('application:steps.done', { count: done.length })}>
          {lines(done)}
        </Disclosure>
      )}
      {left.length > 0 && lines(left)}
    </>
  )
}

/** A step as a line of the task list. A completed step has no note. */
function taskOf(
  { step, route, state, isOpen }: Step,
  isDone: boolean,
  { next, due, isPaymentPending, reopened }: Data,
  base: string,
  t: Translate,
): Task {
  const isTooLate = next.kind === 'too-late'
  const isPending = route === 'payment' && isPaymentPending
  // The last step is open again only to submit: nothing in it is to be corrected.
  const isToSubmitAgain = step === 8 && state === 'correct'
  const shown: ShownState = isPending ? 'pending' : isTooLate && !isDone ? 'missed' : isToSubmitAgain ? 'to-do' : state
  const note = () => {
    if (isPending) return t('application:note.payment-pending')
    if (shown === 'correct') return t('application:note.correct')
    if (isToSubmitAgain) return t('application:note.submit-again')
    if (route === 'payment' && due) return t('application:note.payment-due', { amount: due })
    return t(isStepComplete(reopened, step) ? 'application:note.reopened' : `application:note.${route}`)
  }
  return {
    title: t(`signedin:menu.${route}`),
    note: isDone || (isTooLate && !isPending) ? undefined : note(),
    href: isOpen ? href(base, route) : undefined,
    tag: { tone: tones[shown], text: t(`application:state.${shown}`) },
  }
}
