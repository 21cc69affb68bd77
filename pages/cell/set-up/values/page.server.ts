import { shownFields } from '#pages/parts/settings/fields.server.ts'
import { afterPart } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import type { CellSetting } from '#server/domain/season/cell-settings.ts'
import { isExample, settingsOfItem, valueItems } from '#server/domain/season/set-up.ts'
import { inSetting, valuesContract } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { type FieldFault, refuse } from '#server/kernel/result.ts'

export const texts = ['season'] as const
export const title = ({ t }: DeskPage) => t('season:values.title')

const together: readonly CellSetting[] = valueItems.flatMap(settingsOfItem)

/** The settings that the set-up asks for, with the fields of their forms. */
const formsOf = ({ services: { settings } }: DeskPage) =>
  together.map((setting) => ({ setting, form: settings.formOf(setting) }))

/** Every value of the cell that the set-up asks for, in one form. An example is left out, so that somebody writes the real one. */
export function load(page: DeskPage) {
  const { settings, setUp } = page.services
  if (setUp.isOpened()) return page.redirect(href(page.cellBase, 'settings'))
  return {
    back: href(page.cellBase, 'set-up'),
    settings: formsOf(page).map(({ setting, form }) => {
      const typed = form.typedOf(settings.valueNow(setting) as never)
      return {
        setting,
        base: { name: inSetting(setting, 'base'), value: settings.newest(setting) },
        fields: shownFields(page, form.fields, typed).map((field) => ({
          ...field,
          name: inSetting(setting, field.name),
          value: isExample(field.value) ? '' : field.value,
        })),
      }
    }),
  }
}

/** Sets all of them, or none; a value that is set already and stays as it is needs no new version. */
export function action(page: DeskPage) {
  const { actor, services } = page
  const { settings, setUp } = services
  if (setUp.isOpened()) return page.redirect(href(page.cellBase, 'settings'))
  const forms = formsOf(page)
  const sent = page.form(valuesContract(forms.map(({ setting, form }) => ({ setting, fields: form.fields }))))
  if (!sent.ok) return sent
  const values = sent.value as Readonly<Record<string, string | number | undefined>>
  const faults: FieldFault[] = []
  const changes = forms.flatMap(({ setting, form }) => {
    const typed = Object.fromEntries(form.fields.map(({ name }) => [name, values[inSetting(setting, name)]]))
    const read = form.valueOf(typed)
    if ('faults' in read) {
      faults.push(...read.faults.map((fault) => ({ ...fault, field: inSetting(setting, fault.field) })))
      return []
    }
    return settings.isSetTo(setting, read.value)
      ? []
      : [{ setting, typed, base: String(values[inSetting(setting, 'base')]) }]
  })
  if (faults.length > 0) return refuse('check-answers', 422, { fields: faults })
  const done = settings.proposeTogether(actor, changes, {})
  if (!done.ok) return done
  return page.redirect(afterPart(page, valueItems[0]), { type: 'success', key: 'season:flash.values' })
}
