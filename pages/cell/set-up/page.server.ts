import { afterPart, missingLines, nextOf, placeOf } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import {
  keptItems,
  type Lacks,
  missingOfLacks,
  nextPart,
  type SetUpItem,
  settingsLinkedFrom,
} from '#server/domain/season/set-up.ts'
import { OpeningDecision, SetUpAct, SetUpKeep, TestMessage } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'

export const texts = ['season'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.set-up')

/** Every item with what is missing, the tests, and the opening. */
export function load({ services, actor, cellBase, language, t }: DeskPage) {
  const { content, setUp, settings, course } = services
  const lines = setUp.lines()
  const waiting = setUp.waiting(actor)
  const isOpened = setUp.isOpened()
  const next = nextPart(lines)
  // The last part may be in another admin's hands.
  const inHand = lines.find(({ missing, isInHand }) => isInHand && missing.length > 0)
  /** The pages on which a part without settings of its own is done. */
  const placesOf = (item: SetUpItem) =>
    (placeOf[item] ?? []).map((route) => ({ href: href(cellBase, route), label: t(`staff:menu.${route}` as TextKey) }))
  const lackLines = (without: Lacks) => missingLines(t, missingOfLacks(without))
  const openable = setUp.openableWithout()
  const opened = setUp.openedWithout()
  return {
    isOpened,
    /** Where the guide goes on: the first part that misses something and waits for nobody else. */
    next: next && !isOpened ? { item: next.item, ...nextOf(next, cellBase, t) } : null,
    inHand:
      !next && !isOpened && inHand
        ? {
            label: t(`season:setup.item.${inHand.item}`),
            links: placesOf(inHand.item),
          }
        : null,
    isComplete: lines.every(({ missing }) => missing.length === 0),
    /** What the portal would lack if it were opened now; null while anything is missing that no reason replaces. */
    openableWithout: openable && lackLines(openable),
    openedWithout: opened && { reason: opened.reason ?? '', what: lackLines(opened.without) },
    progress: t('season:setup.progress', {
      done: lines.filter(({ missing }) => missing.length === 0).length,
      all: lines.length,
    }),
    course: course.courseTitle[language],
    letterhead: href(cellBase, 'set-up/letterhead.pdf'),
    settings: href(cellBase, 'settings'),
    lines: lines.map(({ item, missing, isInHand }) => ({
      item,
      isInHand,
      isComplete: missing.length === 0,
      /** Every value that nobody has set is the season's own. */
      hasDefaults: isOpened && missing.length > 0 && missing.every(({ what }) => what === 'setting'),
      missing: missingLines(
        t,
        missing.filter(({ what }) => what !== 'setting'),
      ),
      /** The values with which the season begins, for an item that may keep them together. */
      kept:
        !isOpened && missing.length > 1 && keptItems.some((one) => one === item)
          ? missing.flatMap(({ setting }) =>
              setting
                ? [
                    {
                      name: t(`season:name.${setting}`),
                      facts: settings.words.wordsOf({ t, language }, setting, content.season()[setting], course.form),
                    },
                  ]
                : [],
            )
          : [],
      links: [
        ...settingsLinkedFrom(item).map((setting) => ({
          href: href(cellBase, 'settings/:setting', { setting }),
          label: t(`season:name.${setting}`),
          isUnset: missing.some((one) => one.what === 'setting' && one.setting === setting),
        })),
        ...placesOf(item).map((place) => ({ ...place, isUnset: false })),
      ],
    })),
    waiting: waiting && {
      ...waiting,
      without: lackLines(waiting.without),
      by: t('season:page.by', { name: waiting.preparedByName, time: formatDateTime(waiting.preparedAt, language) }),
    },
  }
}

type TestedPart = 'message' | 'payment' | 'backup'

const here = ({ cellBase }: DeskPage) => href(cellBase, 'set-up')

type Flash = 'opening-proposed' | 'opened' | 'discarded'
function after(page: DeskPage, done: Result<unknown>, flash: Flash) {
  if (!done.ok) return done
  return page.redirect(here(page), { type: 'success', key: `season:flash.${flash}` })
}

/** Says each test that succeeded. */
function tested(page: DeskPage, done: Result<unknown>, items: readonly TestedPart[]) {
  if (!done.ok) return done
  const what = items.map((item) => page.t(`season:setup.item.${item}`)).join(' · ')
  return page.redirect(here(page), { type: 'success', key: 'season:flash.tested', values: { what } })
}

/** The hidden field `intent` names the form. */
export function action(page: DeskPage) {
  const { intent } = page.posted
  if (intent === 'keep') return keep(page)
  if (intent === 'message') return testMessage(page)
  return intent === 'open' || intent === 'discard' ? decide(page) : act(page)
}

/** Sets every value of an item that nobody has set to the one that it has. */
function keep(page: DeskPage) {
  const form = page.form(SetUpKeep)
  if (!form.ok) return form
  const { settings, setUp } = page.services
  const { item } = form.value
  const missing = setUp
    .lines()
    .find((line) => line.item === item)!
    .missing.flatMap(({ setting }) => setting ?? [])
  const changes = missing.map((setting) => ({
    setting,
    typed: settings.formOf(setting).typedOf(settings.valueNow(setting) as never),
    base: String(settings.newest(setting)),
  }))
  const done = settings.proposeTogether(page.actor, changes, {})
  return done.ok ? page.redirect(afterPart(page, item), { type: 'success', key: 'season:flash.kept' }) : done
}

async function testMessage(page: DeskPage) {
  const form = page.form(TestMessage)
  if (!form.ok) return form
  const { setUp } = page.services
  const isOpen = (item: SetUpItem) => setUp.lines().some((line) => line.item === item && line.missing.length > 0)
  const told = await setUp.testMessage(page.actor, form.value)
  if (!told.ok) return told
  // One press tries everything around the portal that nobody has tried yet; the first that fails says why.
  const parts: TestedPart[] = ['message']
  if (isOpen('payment')) {
    const paid = await setUp.testPayment(page.actor)
    if (!paid.ok) return paid
    parts.push('payment')
  }
  if (!isOpen('backup')) return tested(page, told, parts)
  return tested(page, await setUp.testBackup(), [...parts, 'backup'])
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
  const part = form.value.intent === 'payment' ? 'payment' : 'backup'
  return tested(page, await (part === 'payment' ? setUp.testPayment(page.actor) : setUp.testBackup()), [part])
}
