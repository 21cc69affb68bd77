import type { SettingField } from '#server/domain/season/setting-forms.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { TextKey } from '#server/i18n/keys.ts'

/** Fields of a setting as its inputs show them, with these values. Pictures get their options from the page. */
export const shownFields = (
  { t, services }: Pick<DeskPage, 't' | 'services'>,
  fields: readonly SettingField[],
  typed: Readonly<Record<string, string>>,
) =>
  fields.map((field) => ({
    name: field.name,
    kind: field.kind,
    label: services.settings.words.labelOf(t, field),
    hint: field.hint === undefined ? undefined : t(field.hint as TextKey),
    value: typed[field.name] ?? '',
    /** One of the inputs of a round. */
    isOfRound: field.values?.round !== undefined,
    isRequired: !field.isOptional,
    maxLength: 'maxLength' in field ? field.maxLength : undefined,
    lang: 'lang' in field ? field.lang : undefined,
    picture: field.kind === 'picture' ? field.part : undefined,
    options:
      field.kind === 'choice'
        ? field.options.map((value) => ({ value, label: t(`${field.words}${value}` as TextKey) }))
        : [],
  }))

export type ShownField = ReturnType<typeof shownFields>[number]
