import { useSyncExternalStore } from 'react'

export type Live<T> = Pick<ReturnType<typeof createLive<T>>, 'get' | 'set' | 'subscribe'>

/** A value beside the page's own state: a change draws only the components that read what has changed in it. */
export function createLive<T>(first: T) {
  let value = first
  const readers = new Set<() => void>()
  return {
    get: (): T => value,
    set(next: T): void {
      value = next
      for (const read of readers) read()
    },
    /** Calls `read` after every change, until the function that it returns is called. */
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
  }
}

/** What `read` finds in the value: the component is drawn again only when that changes. It has to give the same object for the same value. */
export function useLive<T, Part = T>({ get, subscribe }: Live<T>, read: (value: T) => Part): Part {
  const now = () => read(get())
  return useSyncExternalStore(subscribe, now, now)
}
