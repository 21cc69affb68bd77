import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import type { TagTone } from '#pages/ui/data/Tag.tsx'
import { type Task, TaskList } from '#pages/ui/data/TaskList.tsx'
import { href } from '#pages/ui/href.ts'
import { Kept } from '#pages/ui/kept.tsx'
import { stepToDo } from '#pages/ui/signed-in/duty-go.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { Task as Step } from '#server/domain/application/task-list.ts'
import { isStepComplete } from '#server/domain/terms/journey.ts'
import type { DataOf } from '#server/http/page.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { load } from '../page.server'

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

type Data = DataOf<typeof load>

/** The nine steps in one row that opens. */
export function Steps() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const isDone = ({ step }: Step) => session?.done.includes(step) ?? false
  const { tasks, next, due, isPaymentPending, reopened } = data
  const key = `${tasks.map(({ state, isOpen }) => `${state} ${isOpen}`)} ${next.kind} ${due} ${isPaymentPending} ${reopened}`
  return (
    <Disclosure
      kind="inline"
      summary={
        <>
          {t('application:steps.title')}
          <small>{t('application:summary.steps', { count: tasks.filter(isDone).length })}</small>
        </>
      }
    >
      <Kept name="dashboard-steps" by={key}>
        <TaskList tasks={tasks.map((step) => taskOf(step, isDone(step), data, base, t))} />
      </Kept>
    </Disclosure>
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
    // Once it is done, the last step is the paper that its name says.
    title: isDone ? t(`signedin:menu.${route}`) : stepToDo(step, t),
    note: isDone || (isTooLate && !isPending) ? undefined : note(),
    href: isOpen ? href(base, route) : undefined,
    tag: { tone: tones[shown], text: t(`application:state.${shown}`) },
  }
}
