import type { StageDimension } from '../../domain/admission/stages'
import type { FormShape } from '../../domain/application/form/form-rules'
import { findDistrict } from '../../domain/portal/places'
import type { TextKey } from '../../i18n/keys'
import { translate } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'

/**
 * A value of what the report counts by, in words. `name`: of an institute; null for every other value.
 * `qualification`: of the course, whose types have words of their own.
 */
export function stageValueName(
  { dimension, value, name }: { dimension: StageDimension; value: string; name: string | null },
  qualification: FormShape['qualification'],
  language: Language,
): string {
  if (value === 'none') return translate(language, `reports:stages.none.${dimension}`)
  if (dimension === 'institute') return `${value} ${name ?? ''}`
  if (dimension === 'district') return findDistrict(value.slice(0, 2), value)?.[language] ?? value
  if (dimension === 'type') {
    const words = qualification === 'degree' ? 'type-after-degree' : 'type-after-hsc'
    return `${value}: ${translate(language, `form:${words}.${value}` as TextKey)}`
  }
  return translate(language, `form:${dimension}.${value}` as TextKey)
}
