import { candidateMenu, visibleMenu } from '#server/domain/site/candidate-menu.ts'
import type { SessionView } from '#server/domain/site/view.ts'
import { MenuLines } from '../shell/Sidebar'
import { useT } from '../view'

const steps = 9

/** Above the candidate's menu: the Application ID and the progress. */
export function CandidateMark({ session: { details, done } }: { session: SessionView }) {
  const t = useT()
  const progress = t('signedin:progress', { count: done.length, all: steps })
  return (
    <div className="id">
      <p>
        {t('shell:application-id')} <b>{details.user_id}</b>
      </p>
      <progress max={steps} value={done.length} aria-label={progress} />
      <small>{progress}</small>
    </div>
  )
}

/** The candidate's menu, which the rulebook computes from the details response. */
export function CandidateMenuLines({ session: { details, permissions, seatRounds, done } }: { session: SessionView }) {
  const groups = visibleMenu(candidateMenu(permissions, seatRounds), details.fill_status, permissions)
  return <MenuLines groups={groups} done={done} />
}
