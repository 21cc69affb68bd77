import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

export type Live<T> = ReturnType<typeof createLive<T>>

/** A value beside the page's own state: a change draws only the components that read what has changed in it. */
export function createLive<T>(first: T) {
  let value = first
  const readers = new Set<() => void>()
  /** Calls `read` at every change, until the function that it returns is called. */
  function subscribe(read: () => void) {
    readers.add(read)
    return () => void readers.delete(read)
  }
  return {
    get: (): T => value,
    set(next: T): void {
      value = next
      for (const read of readers) read()
    },
    subscribe,
    /** The same after the picture that answers a key. */
    follow(read: () => void) {
      const end = subscribe(() => drawLater(read))
      return () => {
        end()
        due.delete(read)
      }
    },
  }
}

/**
 * What `read` finds in the value: the component is drawn again only when that changes, after the picture that answers a key. It has
 * to give the same object for the same value.
 */
export function useLive<T, Part = T>({ get, follow }: Live<T>, read: (value: T) => Part): Part {
  const now = () => read(get())
  return useSyncExternalStore(follow, now, now)
}

const due = new Set<() => void>()
/** A page out of sight has no pictures. Milliseconds. */
const withoutPicture = 100
let timer = 0

function drawLater(read: () => void): void {
  due.add(read)
  if (due.size > 1) return
  timer = window.setTimeout(drawNow, withoutPicture)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    timer = window.setTimeout(drawNow)
  })
  // A form posts what is drawn in it.
  addEventListener('submit', drawNow, true)
}

/** Draws at once what waits for the next picture. */
export function drawNow(): void {
  clearTimeout(timer)
  removeEventListener('submit', drawNow, true)
  const reads = [...due]
  due.clear()
  flushSync(() => {
    for (const read of reads) read()
  })
}
