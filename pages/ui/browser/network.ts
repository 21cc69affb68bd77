import { useSyncExternalStore } from 'react'

function follow(onChange: () => void): () => void {
  for (const type of ['online', 'offline']) addEventListener(type, onChange)
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, onChange)
  }
}

/** True while the device says that it has no network; false without a script. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    follow,
    () => navigator.onLine === false,
    () => false,
  )
