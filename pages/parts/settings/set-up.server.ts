import type { Missing } from '#server/domain/season/set-up.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What an item of the set-up misses, one line each. */
export const missingLines = (t: Translate, missing: readonly Missing[]): string[] =>
  missing.map(({ what, count, setting }) => {
    const values = {
      ...(count !== undefined && { count }),
      ...(setting && { setting: t(`season:name.${setting}`) }),
    }
    return t(`season:missing.${what}` as TextKey, values)
  })
