import { useEffect, useState } from 'react'
import { useBrowser } from './browser'

/** The portal's time, epoch milliseconds, anew every `interval` ms; null where there is no JavaScript to tell it. */
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
