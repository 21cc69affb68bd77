import { useEffect, useRef, useState } from 'react'
import { tellWorker } from '#pages/ui/browser/offline.ts'
import type { LetterVerdict } from '#server/domain/log/letter.ts'
import type { Scanned } from './scan'

/**
 * `hasBook`: the portal's keys are here. `listedAt`: when the oldest list of revocations here was signed; null for none. `isKept`: with
 * the page they outlive this visit. `unread`: why a picture gave no code.
 */
export type State = {
  hasBook: boolean
  listedAt: number | null
  isKept: boolean
  verdict: LetterVerdict | null
  unread: Extract<Scanned, { fault: string }>['fault'] | null
  isBusy: boolean
  isAble: boolean
}
const nothing = { verdict: null, unread: null }

/** The check itself is fetched after the page, and what reads pictures after the first check. */
const checking = () => import('./book')
const scanning = () => import('./scan')

/** The scripts of this page that its document does not name, for the copy without a network. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((asset) => /^\/assets\/.*\.js$/.test(asset))

/** Checks letters on this device, first that of the address. `address`: of the portal's keys and lists. */
export function useLetterCheck(address: string) {
  /** Which check is under way: the answer of an earlier one comes too late. */
  const turn = useRef(0)
  const [state, setState] = useState<State>({
    ...nothing,
    hasBook: false,
    listedAt: null,
    isKept: false,
    isBusy: true,
    isAble: true,
  })

  /** Begins a check, after which nothing of the one before is shown. Gives what shows its own outcome. */
  function begin(): (found: Partial<State>) => void {
    const own = ++turn.current
    setState((was) => ({ ...was, ...nothing, isBusy: true }))
    return (found) => {
      if (own === turn.current) setState((was) => ({ ...was, ...found, isBusy: false }))
    }
  }

  /** Checks a code (empty: only what this device can do), by the newest keys and lists that it can get. True if it keeps them. */
  async function judge(code: string, show: ReturnType<typeof begin>): Promise<boolean> {
    try {
      const { bookAt, canCheck, check, oldestList } = await checking()
      const [found, isAble] = await Promise.all([bookAt(address), canCheck()])
      const verdict = code && found && isAble ? await check(code, found) : null
      show({ hasBook: found !== null, listedAt: found && oldestList(found.book), verdict, isAble })
      return found?.isKept ?? false
    } catch (error) {
      // As where the script of the check cannot be fetched.
      show({ hasBook: false })
      throw error
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `begin` and `judge` only set the state
  useEffect(() => {
    async function look() {
      const show = begin()
      const isKept = await judge(location.hash.slice(1), show)
      await scanning().catch(() => null)
      const isPageKept = await tellWorker('letters', { assets: loaded() }).catch(() => null)
      setState((was) => ({ ...was, isKept: isKept && isPageKept === true }))
    }
    void look()
    addEventListener('hashchange', look)
    return () => {
      turn.current++
      removeEventListener('hashchange', look)
    }
  }, [address])

  return {
    state,
    judge: (code: string) => judge(code, begin()),
    /** Checks the letter of which a picture was chosen. */
    async choose([file]: readonly File[]): Promise<void> {
      if (!file || !state.isAble) return
      const show = begin()
      const scanned = await scanning()
        .then(({ scan }) => scan(file))
        .catch((): Scanned => ({ fault: 'no-picture' }))
      if ('text' in scanned) await judge(scanned.text, show)
      else show({ unread: scanned.fault })
    },
  }
}
