import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import type { Refusal } from '#server/kernel/result.ts'

/** Refusals of accounts and logins that another page puts right. */
const elsewhere = {
  'registration-unknown': 'registration',
  'registration-done': 'login',
  'already-registered': 'login',
  'login-wrong': 'forgot-password',
  'login-expired': 'login',
  'session-expired': 'login',
  'recovery-unknown': 'forgot-password',
} as const satisfies Record<string, CandidateRoute>

/** Refusals after which the same page goes on: what was typed is still there. */
const sameAgain: ReadonlySet<string> = new Set(['kept-form', 'not-saved', 'not-made', 'busy'])

/** The pages to which a refusal leads, each by its name in the menu. */
export type WayOn = (typeof elsewhere)[keyof typeof elsewhere] | 'dashboard' | 'contactus'

/**
 * The page on which somebody goes on after a refusal: the one that puts it right, else the dashboard, which names the next act,
 * or for a visitor the page of the helpline. Null where they go on on the page itself: by a field, or by waiting. Source: rules §17.7.
 */
export function wayOn({ code, fields, retryAfter }: Refusal, isSignedIn: boolean): WayOn | null {
  if (fields?.length || retryAfter !== undefined || sameAgain.has(code)) return null
  return elsewhere[code as keyof typeof elsewhere] ?? (isSignedIn ? 'dashboard' : 'contactus')
}
