import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, true afterwards. For parts that need JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
