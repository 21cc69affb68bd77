import { missingLines } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { type SetUpItem, type SetUpLine, settingsOfItem, tickedItems } from '#server/domain/season/set-up.ts'
import type { CellRoute } from '#server/domain/terms/routes.ts'
import { OpeningDecision, SetUpAct, SetUpTick, TestMessage } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'

export const texts = ['season'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.set-up')

/** The pages on which an item is done, for items without settings of their own. */
const placeOf: Partial<Record<SetUpItem, readonly CellRoute[]>> = {
  dates: ['schedule'],
  centres: ['centres', 'imports'],
  institutes: ['imports', 'seat-matrix'],
  officers: ['staff', 'imports'],
  documents: ['downloads'],
  templates: ['message-ids', 'templates'],
}

/** The first setting that an item misses, its page, or its place in the list. */
function nextOf({ item, missing }: SetUpLine, cellBase: string, t: DeskPage['t']): { href: string; label: string } {
  const setting = missing.find((one) => one.setting)?.setting
  if (setting) return { href: href(cellBase, 'settings/:setting', { setting }), label: t(`season:name.${setting}`) }
  const label = t(`season:setup.item.${item}`)
  const [page] = missing.some(({ what }) => what === 'look') ? [] : (placeOf[item] ?? [])
  return { href: page ? href(cellBase, page) : `#${item}`, label }
}

/** Every item with what is missing, the tests, and the opening. */
export function load({ services, actor, cellBase, language, t }: DeskPage) {
  const { setUp, course } = services
  const lines = setUp.lines()
  const waiting = setUp.waiting(actor)
  const isOpened = setUp.isOpened()
  const next = lines.find(({ missing }) => missing.length > 0)
  return {
    isOpened,
    /** Where the guide goes on: the first part that misses something. */
    next: next && nextOf(next, cellBase, t),
    isComplete: lines.every(({ missing }) => missing.length === 0),
    /** The texts by SMS without an id with which the portal may be opened; null while anything else is missing. */
    openableWithout: setUp.openableWithout(),
    openedWithout: setUp.openedWithout(),
    progress: t('season:setup.progress', {
      done: lines.filter(({ missing }) => missing.length === 0).length,
      all: lines.length,
    }),
    course: course.courseTitle[language],
    letterhead: href(cellBase, 'set-up/letterhead.pdf'),
    settings: href(cellBase, 'settings'),
    lines: lines.map(({ item, missing }) => ({
      item,
      isComplete: missing.length === 0,
      /** Every value that nobody has set is the season's own. */
      hasDefaults: isOpened && missing.length > 0 && missing.every(({ what }) => what === 'setting'),
      missing: missingLines(
        t,
        missing.filter(({ what }) => what !== 'setting'),
      ),
      mayTick: missing.some(({ what }) => what === 'look') && tickedItems.some((one) => one === item),
      links: [
        ...settingsOfItem(item).map((setting) => ({
          href: href(cellBase, 'settings/:setting', { setting }),
          label: t(`season:name.${setting}`),
          isUnset: missing.some((one) => one.setting === setting),
        })),
        ...(placeOf[item] ?? []).map((route) => ({
          href: href(cellBase, route),
          label: t(`staff:menu.${route}` as TextKey),
          isUnset: false,
        })),
      ],
    })),
    waiting: waiting && {
      ...waiting,
      by: t('season:page.by', { name: waiting.preparedByName, time: formatDateTime(waiting.preparedAt, language) }),
    },
  }
}

const here = ({ cellBase }: DeskPage) => href(cellBase, 'set-up')

type Flash = 'ticked' | 'tested' | 'opening-proposed' | 'opened' | 'discarded'
function after(page: DeskPage, done: Result<unknown>, flash: Flash) {
  if (!done.ok) return done
  return page.redirect(here(page), { type: 'success', key: `season:flash.${flash}` })
}

/** The hidden field `intent` names the form. */
export function action(page: DeskPage) {
  const { intent } = page.posted
  if (intent === 'tick') return tick(page)
  if (intent === 'message') return testMessage(page)
  return intent === 'open' || intent === 'discard' ? decide(page) : act(page)
}

function tick(page: DeskPage) {
  const form = page.form(SetUpTick)
  if (!form.ok) return form
  page.services.setUp.tick(page.actor, form.value.item)
  return page.redirect(here(page), { type: 'success', key: 'season:flash.ticked' })
}

async function testMessage(page: DeskPage) {
  const form = page.form(TestMessage)
  if (!form.ok) return form
  return after(page, await page.services.setUp.testMessage(page.actor, form.value), 'tested')
}

function decide(page: DeskPage) {
  const form = page.form(OpeningDecision)
  if (!form.ok) return form
  const { setUp } = page.services
  const id = Number(form.value.id)
  if (form.value.intent === 'open') return after(page, setUp.open(page.actor, id), 'opened')
  return after(page, setUp.discard(page.actor, id), 'discarded')
}

async function act(page: DeskPage) {
  const form = page.form(SetUpAct)
  if (!form.ok) return form
  const { setUp } = page.services
  if (form.value.intent === 'propose')
    return after(page, setUp.propose(page.actor, form.value.reason), 'opening-proposed')
  const done = form.value.intent === 'payment' ? await setUp.testPayment(page.actor) : await setUp.testBackup()
  return after(page, done, 'tested')
}
