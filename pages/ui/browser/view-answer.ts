import { type View, viewMediaType } from '#server/domain/site/view.ts'
import type { Outcome } from './browser'
import type { Answer } from './carry'

/** The view in an answer of the server; null if the answer is something else. */
export async function viewIn(response: Answer): Promise<View | null> {
  const isView = response.headers.get('content-type')?.startsWith(viewMediaType)
  return isView ? ((await response.json()) as View) : null
}

/** Separates the message of the last action from the view. A success moves to a toast; any other stays as a banner. */
export function takeNews(view: View): { view: View; news: Outcome } {
  const { flash } = view
  const isGood = flash !== null && flash.type !== 'error' && flash.type !== 'warning'
  return { view: isGood ? { ...view, flash: null } : view, news: isGood ? flash : null }
}
