import { href } from '#pages/ui/href.ts'
import { type cellSettings, type SettingGroup, settingGroups } from '#server/domain/season/cell-settings.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'

export const texts = ['season', 'merit', 'documents'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.settings')

/** Every setting by group, with its value in force. */
export function load({ services, actor, cellBase, language, t }: DeskPage) {
  const { settings, content, course } = services
  const waiting = new Set(settings.waiting(actor).map(({ key }) => key))
  const lineOf = (setting: (typeof cellSettings)[number]) => {
    const inForce = settings.versions(setting).find((version) => version.isInForce)
    const since = inForce?.effectiveAt ?? null
    return {
      setting,
      href: href(cellBase, 'settings/:setting', { setting }),
      facts: settings.words.wordsOf({ t, language }, setting, content.season()[setting], course.form),
      since: since === null ? null : formatDateTime(since, language),
      isWaiting: waiting.has(setting),
      examples: services.setUp.examplesOf(setting).join(', '),
    }
  }
  const groups = Object.keys(settingGroups) as SettingGroup[]
  return {
    isOpened: services.settings.isOpened(),
    groups: groups.map((group) => ({ group, settings: settingGroups[group].map(lineOf) })),
  }
}
