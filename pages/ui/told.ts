import type { SessionView } from '#server/domain/site/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** The session as far as it says how its candidate is told; null for anybody else. */
type Reached = Pick<SessionView, 'isToldByEmail'> | null

/**
 * The ways by which messages surely reach the signed-in candidate, for sentences with `{{by}}`. An e-mail address that nobody
 * has verified may be somebody else's.
 */
export const toldBy = (t: Translate, session: Reached): { by: string } => ({
  by: t(session?.isToldByEmail ? 'signedin:told.by-both' : 'signedin:told.by-sms'),
})
