import { useEffect, useState } from 'react'
import { useBrowser } from './browser'

/** The portal's time in epoch milliseconds, updated every `interval` ms; null without JavaScript. */
export function useNow(interval: number): number | null {
  const browser = useBrowser()
  const [now, setNow] = useState<number | null>(null)
  useEffect(() => {
    if (!browser) return
    const tick = () => setNow(browser.screen.now())
    tick()
    const timer = setInterval(tick, interval)
    return () => clearInterval(timer)
  }, [browser, interval])
  return now
}
