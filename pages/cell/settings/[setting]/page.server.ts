import { askBack } from '#pages/parts/content/confirm.server.ts'
import { type ShownField, shownFields } from '#pages/parts/settings/fields.server.ts'
import { afterPart } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { type PicturePart, pictureParts } from '#server/domain/season/cell-pictures.ts'
import { type CellSetting, type CellSettings, isCellSetting } from '#server/domain/season/cell-settings.ts'
import { itemOfSetting } from '#server/domain/season/set-up.ts'
import type { SettingField } from '#server/domain/season/setting-forms.ts'
import { SettingDecision, type SettingMeta, settingContract } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDate, formatDateTime } from '#server/i18n/format.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'

type SettingPage = DeskPage<'settings/:setting'>

export const texts = ['season', 'content', 'merit', 'documents', 'files', 'unfit'] as const

const settingOf = ({ params }: SettingPage): CellSetting | null =>
  isCellSetting(params.setting) ? params.setting : null

export function title(page: SettingPage) {
  const setting = settingOf(page)
  return page.t(setting === null ? 'staff:menu.settings' : `season:name.${setting}`)
}

/** A setting: its versions, the proposal that waits, and the form of a new one. */
export function load(page: SettingPage) {
  const { services, actor, language, t, cellBase } = page
  const setting = settingOf(page)
  if (setting === null) return null
  const { settings, course } = services
  const { differences, remarksOn, verdictLines, wordsOf } = settings.words
  const words = (value: CellSettings[CellSetting]) => wordsOf(page, setting, value, course.form)
  const form = settings.formOf(setting)
  const typed = form.typedOf(settings.valueNow(setting) as never)
  const waiting = settings.waiting(actor).find(({ key }) => key === setting)
  return {
    setting,
    back: settings.isOpened() ? href(cellBase, 'settings') : `${href(cellBase, 'set-up')}#${itemOfSetting(setting)}`,
    isOpened: settings.isOpened(),
    base: settings.newest(setting),
    fields: shownFields(page, form.fields, typed).map((shown, place) => {
      const field = form.fields[place]!
      if (field.kind === 'picture') return { ...shown, options: picturesFor(page, field.part) }
      return { ...shown, hint: hintOf(page, field, shown) }
    }),
    pictures: setting === 'pictures' ? marksIn(typed) : null,
    versions: settings.versions(setting).map(({ value, effectiveAt, ...version }) => ({
      ...version,
      facts: words(value),
      from: effectiveAt === null ? null : formatDateTime(effectiveAt, language),
      isLater: effectiveAt !== null && effectiveAt > services.clock.portal(),
    })),
    waiting: waiting && {
      id: waiting.id,
      pictures: setting === 'pictures' ? marksIn(form.typedOf(waiting.value as never)) : null,
      lines: differences(
        page,
        setting,
        { before: settings.valueNow(setting) as never, after: waiting.value as never },
        course.form,
      ),
      touches: [...remarksOn(t, setting, waiting.value as never), ...verdictLines(t, waiting.verdict)],
      by: t('season:page.by', { name: waiting.preparedByName, time: formatDateTime(waiting.preparedAt, language) }),
      takesEffect:
        waiting.effectiveAt === null ? t('season:page.at-approval') : formatDateTime(waiting.effectiveAt, language),
      order: waiting.orderNumber,
      mayApprove: waiting.mayApprove,
    },
  }
}

/** What a field's hint says; beside codes of districts also their names. */
function hintOf(page: SettingPage, field: SettingField, { hint, value }: ShownField): string | undefined {
  if (hint === undefined || field.kind !== 'districts') return hint
  return `${hint} ${page.t('season:hint.districts-now', { names: page.services.settings.words.answerOf(page, field, value, page.services.course.form) })}`
}

/** The pictures to choose from. */
const picturesFor = ({ services, language, t }: SettingPage, part: PicturePart) =>
  services.cellPictures.of(part).map(({ mark, width, height, addedAt }) => ({
    value: mark,
    label: t('season:picture.of', { mark, width, height, date: formatDate(addedAt, language) }),
  }))

const marksIn = ({ logo = '', letterhead = '' }: Readonly<Record<string, string>>) => ({ logo, letterhead })

/** The hidden field `intent` names the form. */
export async function action(page: SettingPage) {
  if (page.posted.intent !== 'propose') return decide(page)
  if (settingOf(page) !== 'pictures') return propose(page)
  const sent = await sentPictures(page)
  return sent.ok ? propose(page, sent.value) : sent
}

/** Keeps the pictures that come with the form; their marks take the place of what is chosen from the list. */
async function sentPictures({ actor, services, files }: SettingPage): Promise<Result<Record<string, string>>> {
  const sent = await files()
  // Without any file the form may come as plain fields.
  if (!sent.ok) return sent.refusal.code === 'wrong-media-type' ? ok({}) : sent
  const marks: Record<string, string> = {}
  for (const part of pictureParts) {
    const own = sent.value.filter(({ field }) => field === `${part}File`)
    if (!own.length) continue
    const added = await services.cellPictures.add(actor, part, own)
    if (!added.ok) {
      const fields = added.refusal.fields?.map((fault) => ({ ...fault, field: `${part}File` }))
      return refuse(added.refusal.code, added.refusal.status, { fields })
    }
    marks[part] = added.value
  }
  return ok(marks)
}

const here = ({ cellBase, params }: SettingPage) => href(cellBase, 'settings/:setting', params)

function propose(page: SettingPage, pictures: Readonly<Record<string, string>> = {}) {
  const { services, actor, language, t } = page
  const setting = settingOf(page)
  if (setting === null) return page.redirect(href(page.cellBase, 'settings'))
  const { settings, course } = services
  const form = page.form(settingContract(settings.formOf(setting).fields))
  if (!form.ok) return form
  const { intent, base, date, orderNumber, confirmed, ...fields } = form.value as SettingMeta & Record<string, string>
  const typed = { ...fields, ...pictures }
  const meta = { intent, base, date, orderNumber }
  const planned = settings.plan(setting, typed, meta)
  if (!planned.ok) return planned
  const { value, effectiveAt, verdict } = planned.value
  const isOpened = settings.isOpened()
  const { differences, remarksOn, verdictLines } = settings.words
  // With a script, the files come again with the agreement: it names the pictures that were seen.
  const seen = Object.values(pictures).join('.')
  // Before the opening a value reaches nobody, and the next one replaces it: only a picture is looked at first.
  const isLookedAt = isOpened || seen !== ''
  if (isLookedAt && (!confirmed || (seen && confirmed !== seen))) {
    const change = { before: settings.valueNow(setting) as never, after: value as never }
    const at = t(isOpened ? 'season:page.at-approval' : 'season:page.at-once')
    const time = effectiveAt === null ? at : formatDateTime(effectiveAt, language)
    return askBack(
      { ...page.posted, ...pictures },
      {
        title: t('season:confirm.title'),
        lines: [
          ...differences(page, setting, change, course.form),
          t('season:page.takes-effect', { time }),
          ...remarksOn(t, setting, value as never),
          ...verdictLines(t, verdict),
        ],
        submit: t(isOpened ? 'season:confirm.propose' : 'season:confirm.set'),
        name: 'confirmed',
        value: seen || 'yes',
      },
    )
  }
  const done = settings.propose(actor, setting, typed, meta)
  if (!done.ok) return done
  return page.redirect(
    isOpened ? here(page) : afterPart(page, itemOfSetting(setting)),
    done.value.isWaiting
      ? { type: 'info', key: 'season:flash.proposed' }
      : { type: 'success', key: 'season:flash.set' },
  )
}

function decide(page: SettingPage) {
  const form = page.form(SettingDecision)
  if (!form.ok) return form
  const { settings } = page.services
  const id = Number(form.value.id)
  const isApproved = form.value.intent === 'approve'
  const done = isApproved ? settings.approve(page.actor, id) : settings.discard(page.actor, id)
  if (!done.ok) return done
  return page.redirect(
    here(page),
    isApproved ? { type: 'success', key: 'season:flash.approved' } : { type: 'info', key: 'season:flash.discarded' },
  )
}
