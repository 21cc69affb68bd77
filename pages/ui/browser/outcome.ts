import { ApiError } from './api-error'
import type { Browser, Outcome, Sent } from './browser'

/** The outcome of sending by the API, for a toast; opens the next page if there is one. Rethrows bugs. */
export async function outcomeOf({ screen, navigation }: Browser, work: Promise<Sent>): Promise<Outcome> {
  try {
    const sent = await work
    if (sent === 'native') return null
    if (sent.goTo) await navigation.go(sent.goTo)
    return sent.message ? { type: 'success', text: sent.message } : null
  } catch (reason) {
    if (!(reason instanceof ApiError)) throw reason
    const message = reason.message || screen.t()('shell:form.unanswered')
    // A form says its own faults; a button without one has the top of the page.
    if (screen.view().form === null) screen.patch({ form: { values: {}, errors: [], message } })
    return { type: 'error', text: message, isSummed: true }
  }
}
