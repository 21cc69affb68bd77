import type { ReactNode } from 'react'
import type { CandidateDetails } from '../../../server/domain/application/details'
import { candidateMenu, type MenuItem, publicMenu, visibleMenu } from '../../../server/domain/portal/menu'
import type { TextKey } from '../../../server/i18n/keys'
import { menuAddress } from '../addresses'
import { Icon, iconNamed } from '../data/Icon'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { type SessionView, useT, useView, type View } from '../view'
import { DeskMenuLines } from './DeskMenu'
import { shortYear } from './short-year'

const stepDoneId = 'step-done'
const steps = 9

/** The number of complete steps: `fill_status`, or all nine once the form is submitted or confirmed. */
const stepsDone = ({ fill_status, lock_form, isarcconfirmed }: CandidateDetails) =>
  lock_form !== 0 || isarcconfirmed === 1 ? steps : fill_status

/** Above the candidate's menu: the Application ID and the progress. */
export function CandidateMark({ session: { details } }: { session: SessionView }) {
  const t = useT()
  const done = stepsDone(details)
  const progress = t('shell:progress', { done, all: steps })
  return (
    <div className="id">
      <p>
        {t('shell:application-id')} <b>{details.user_id}</b>
      </p>
      <progress max={steps} value={done} aria-label={progress} />
      <small>{progress}</small>
    </div>
  )
}

/** The CAP round in an address, as a number (`?round=2`) or a word (`allotment/round-two`). */
const roundIn = (url: string): string | undefined =>
  /[?&]round=([1-9]\d*)(&|$)/.exec(url)?.[1] ?? /\/allotment\/(round-[a-z]+)(\?|$)/.exec(url)?.[1]

/** Everything on which the menu depends. */
export function menuKey({ session, staff, layout, route, course, base, url }: View): string {
  if (layout === 'desk' && staff) return `${route} ${staff.role} ${staff.duty}`
  if (!session || layout !== 'candidate')
    return `${base} ${route} ${roundIn(url)} ${layout} ${course.rounds.length} ${Object.values(course.loginLinks).join(' ')}`
  const { details, permissions } = session
  const flags = Object.values(permissions).map(Number).join('')
  return `${route} ${roundIn(url)} ${details.fill_status} ${stepsDone(details)} ${flags}`
}

/**
 * The desk's menu, the visitor's, or on a candidate's page the candidate's, which the rulebook computes from the
 * details response.
 */
export function MenuGroups() {
  const { layout, staff } = useView()
  return layout === 'desk' && staff ? <DeskMenuLines staff={staff} /> : <PortalMenuGroups />
}

function PortalMenuGroups() {
  const { course, layout, session, route, url } = useView()
  const t = useT()
  const owner = layout === 'candidate' ? session : null
  const done = owner ? stepsDone(owner.details) : 0
  const year = shortYear(course.academicYear)
  const groups = owner
    ? visibleMenu(candidateMenu(owner.permissions), owner.details.fill_status, owner.permissions)
    : publicMenu(course.loginLinks, course.firstLines, course.rounds)
  return (
    <>
      {done > 0 && (
        <span id={stepDoneId} hidden>
          {t('shell:step-done')}
        </span>
      )}
      {groups.map(({ title, items }, group) => {
        const current = currentItem(items, route, roundIn(url))
        const id = `menu-group-${group}`
        return (
          <div key={id} className="group">
            {title && <p id={id}>{t(`shell:${title}` as TextKey, { year })}</p>}
            <ul aria-labelledby={title ? id : undefined}>
              {items.map((item) => (
                <MenuLine
                  key={`${item.path} ${item.title} ${item.info.round ?? ''}`}
                  item={item}
                  isCurrent={item === current}
                  isDone={item.chip !== '' && item.status < done}
                />
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}

/**
 * The line of the current page. If lines of rounds share the page, the line of the round in the address, or the last
 * one.
 */
function currentItem(items: readonly MenuItem[], route: string, round: string | undefined): MenuItem | undefined {
  const path = route.replace(':round', round ?? '')
  const shown = items.filter((item) => !item.external && item.path === path)
  return shown.find((item) => String(item.info.round) === round) ?? shown.pop()
}

function MenuLine({ item, isCurrent, isDone }: { item: MenuItem; isCurrent: boolean; isDone: boolean }) {
  const { base } = useView()
  const t = useT()
  return (
    <li>
      <a
        href={menuAddress(base, item)}
        className={isDone ? 'done' : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={isDone ? stepDoneId : undefined}
        {...(item.windowopen && { target: '_blank', rel: 'noopener' })}
      >
        <Mark item={item} isDone={isDone} />
        {t(`shell:${item.title}` as TextKey, item.info)}
        {item.windowopen && <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>}
      </a>
    </li>
  )
}

/** The step's number, a tick if the step is done, or the line's icon. */
function Mark({ item, isDone }: { item: MenuItem; isDone: boolean }): ReactNode {
  if (item.chip === '') return <Icon name={iconNamed(item.icon)} />
  return (
    <span className="chip" aria-hidden="true">
      {isDone ? <Icon name="step" /> : item.chip}
    </span>
  )
}
