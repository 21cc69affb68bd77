import type { StageDimension } from '#server/domain/admission/stages.ts'
import type { FormRules } from '#server/domain/application/form/form-rules.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

/**
 * A value of what the report counts by, in words. `name`: of an institute; null for every other value.
 * `form`: of the course, whose types have words of their own.
 */
export function stageValueName(
  { dimension, value, name }: { dimension: StageDimension; value: string; name: string | null },
  form: Pick<FormRules, 'qualification' | 'eligibility' | 'types' | 'lists'>,
  language: Language,
): string {
  if (value === 'none') return translate(language, `reports:stages.none.${dimension}`)
  if (dimension === 'institute') return `${value} ${name ?? ''}`
  if (dimension === 'district') return districtName(value, language, form)
  if (dimension === 'type') return translate(language, typeKey(form, value) as TextKey)
  return translate(language, `form:${dimension}.${value}` as TextKey)
}
