import type { StageDimension } from '../../domain/admission/stages'
import type { FormRules } from '../../domain/application/form/form-rules'
import { districtName } from '../../domain/application/form/lists'
import { typeKey } from '../../domain/application/form/type-of-candidature'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

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
