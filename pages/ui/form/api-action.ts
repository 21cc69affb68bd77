import { useState } from 'react'
import type { ApiCall } from '../browser/api-calls'
import { apiOf } from '../browser/api-of'
import { type Send, useBrowser } from '../browser/browser'
import { outcomeOf } from '../browser/outcome'
import { useT } from '../view'

type ApiAction = {
  /** For a `<Form send>`, which also works without JavaScript. */
  send: Send
  /** For a button's `onClick`. */
  run(): void
  isRunning: boolean
}

/**
 * An API call that answers with a message: shows it in a success toast, then fetches the candidate's details again and
 * redraws the shell. Source: rules §18.17.
 */
export function useApiAction(call: ApiCall): ApiAction {
  const browser = useBrowser()
  const t = useT()
  const [isRunning, setRunning] = useState(false)
  const send: Send = async () => {
    if (!browser) return 'native'
    const { message } = await apiOf(browser).call(call)
    void browser.refreshSession()
    return { message }
  }
  return {
    send,
    isRunning,
    run() {
      if (!browser || isRunning) return
      setRunning(true)
      const work = outcomeOf(browser, send({})).finally(() => setRunning(false))
      browser.toasts.during(work, t('shell:form.pending'))
    },
  }
}
