import { useEffect, useState } from 'react'
import { useBrowser } from './browser'

/** The pauses between rechecks, in seconds; after the last one they stop. */
const waits = [6, 6, 10, 15, 30, 60, 120]

/** Rechecks the page less and less often while `isOpen`. Does nothing without JavaScript. */
export function useRecheck(isOpen: boolean): void {
  const browser = useBrowser()
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    const wait = waits[looks]
    if (!browser || !isOpen || wait === undefined) return
    const timer = setTimeout(() => {
      void browser.navigation.recheck().then(() => setLooks(looks + 1))
    }, wait * 1000)
    return () => clearTimeout(timer)
  }, [browser, isOpen, looks])
}
