import { type Permission, type RoundPermission, roundOfPermission } from '#server/domain/terms/permissions.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/**
 * The text for a page that the candidate cannot open yet: when it opens. `permission`: the missing one. Source: rules
 * §6.3.
 */
export function restrictedText(t: Translate, permission: Permission): string {
  const round = roundOfPermission(permission)
  if (round !== null) return t('signedin:restricted.cap-round', { round })
  return t(`signedin:restricted.${permission as Exclude<Permission, RoundPermission>}`)
}
