import { Fragment, type ReactNode } from 'react'
import { type MenuGroup, type MenuItem, publicMenu } from '#server/domain/site/menu.ts'
import type { View } from '#server/domain/site/view.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { menuAddress } from '../addresses'
import { Icon, type IconName } from '../data/Icon'
import { VisuallyHidden } from '../data/VisuallyHidden'
import { usePage, useT, useView } from '../view'
import { shortYear } from './short-year'

const stepDoneId = 'step-done'

/** The CAP round in an address, as a number (`?round=2`) or a word (`allotment/round-two`). */
const roundIn = (url: string): string | undefined =>
  /[?&]round=([1-9]\d*)(&|$)/.exec(url)?.[1] ?? /\/allotment\/(round-[a-z]+)(\?|$)/.exec(url)?.[1]

/** Everything on which the menu depends. */
export function menuKey({ session, staff, layout, route, course, base, url }: View): string {
  if (layout !== 'public' && staff) return `${route.endsWith('door') ? url : route} ${staff.role} ${staff.duty}`
  if (!session || layout !== 'candidate')
    return `${base} ${route} ${roundIn(url)} ${layout} ${course.rounds.length} ${Object.values(course.loginLinks).join(' ')}`
  const { details, permissions, done } = session
  const flags = Object.values(permissions).map(Number).join('')
  return `${route} ${roundIn(url)} ${details.fill_status} ${done} ${flags}`
}

/**
 * The visitor's menu; on pages of the desk the desk's, and on a candidate's page the candidate's, which come with the
 * parts for people who are signed in.
 */
export function MenuGroups() {
  const { signedIn, view } = usePage()
  const { course, layout, staff, session } = view
  if ((layout !== 'public' && staff) || (layout === 'candidate' && session)) return signedIn && <signedIn.Menu />
  return <MenuLines groups={publicMenu(course.loginLinks, course.firstLines, course.rounds, course.hasSso)} />
}

/** The groups and lines of a menu. `done`: the numbers of the candidate's complete steps. */
export function MenuLines({ groups, done = [] }: { groups: readonly MenuGroup[]; done?: readonly number[] }) {
  const { course, route, url } = useView()
  const t = useT()
  const year = shortYear(course.academicYear)
  return (
    <>
      {done.length > 0 && (
        <span id={stepDoneId} hidden>
          {t('shell:step-done')}
        </span>
      )}
      {groups.map(({ title, items, parts = [{ title: '', items }], isFolded }, group) => {
        const current = currentItem(items, route, roundIn(url))
        const id = `menu-group-${group}`
        const lists = parts.map((part, place) => {
          const partId = `${id}-${place}`
          return (
            <Fragment key={part.title}>
              {part.title && (
                <p id={partId} className="part">
                  {t(part.title as TextKey)}
                </p>
              )}
              <ul aria-labelledby={part.title ? partId : title ? id : undefined}>
                {part.items.map((item) => (
                  <MenuLine
                    key={`${item.path} ${item.title} ${item.info.round ?? ''}`}
                    item={item}
                    isCurrent={item === current}
                    isDone={item.chip !== '' && done.includes(item.status)}
                  />
                ))}
              </ul>
            </Fragment>
          )
        })
        const words = title && t(title as TextKey, { year })
        return isFolded ? (
          <details key={id} className="group" open={current !== undefined}>
            <summary id={id}>{words}</summary>
            {lists}
          </details>
        ) : (
          <div key={id} className="group">
            {title && <p id={id}>{words}</p>}
            {lists}
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
        {t(item.title as TextKey, item.info)}
        {item.windowopen && <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>}
      </a>
    </li>
  )
}

/** The step's number, a tick if the step is done, or the line's icon. */
function Mark({ item, isDone }: { item: MenuItem; isDone: boolean }): ReactNode {
  if (item.chip === '') return <Icon name={item.icon as IconName} />
  return (
    <span className="chip" aria-hidden="true">
      {isDone ? <Icon name="step" /> : item.chip}
    </span>
  )
}
