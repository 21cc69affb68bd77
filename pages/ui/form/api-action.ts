import { useState } from 'react'
import type { ApiCall } from '../browser/api-calls'
import { type Send, useBrowser } from '../browser/browser'
import { outcomeOf } from '../browser/outcome'
import { useT } from '../view'

type ApiAction = {
  /** For a `<Form send>`, which works without JavaScript too. */
  send: Send
  /** For a button's `onClick`. */
  run(): void
  isRunning: boolean
}

/**
 * A call of the API that answers with a message: it is said in a success toast, then the candidate's details are
 * fetched anew and the shell is drawn with them. Source: rules §18.17.
 */
export function useApiAction(call: ApiCall): ApiAction {
  const browser = useBrowser()
  const t = useT()
  const [isRunning, setRunning] = useState(false)
  const send: Send = async () => {
    if (!browser) return 'native'
    const { message } = await browser.api.call(call)
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
