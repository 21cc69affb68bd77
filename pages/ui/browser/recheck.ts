import { useEffect, useState } from 'react'
import { useBrowser } from './browser'

/** Seconds between one look and the next; after the last one the page waits to be asked. */
const waits = [6, 6, 10, 15, 30, 60, 120]

/** Looks gently, ever more rarely, how the page stands now, as long as `isOpen`. Nothing without JavaScript. */
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
