import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while its markup is being taken over, true afterwards: for parts that need JavaScript. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
