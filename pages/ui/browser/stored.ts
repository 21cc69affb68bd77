/** Browser storage that may be missing, full or forbidden; values then last as long as the page. */
export type Stored = {
  get(key: string): string | null
  /** Returns true if the value will outlive the page. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

/** Takes a function (`() => localStorage`), because reading the property throws if storage is forbidden. */
export function stored(storage: () => Storage): Stored {
  const memory = new Map<string, string>()
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => memory.get(key) ?? attempt((kept) => kept.getItem(key), null),
    set(key, value) {
      const isKept = attempt((kept) => {
        kept.setItem(key, value)
        return kept.getItem(key) === value
      }, false)
      if (isKept) memory.delete(key)
      else memory.set(key, value)
      return isKept
    },
    remove(key) {
      memory.delete(key)
      attempt((kept) => kept.removeItem(key), undefined)
    },
    keys: () => [
      ...Array.from(memory.keys()),
      ...attempt((kept) => Array.from({ length: kept.length }, (_, place) => kept.key(place)!), []),
    ],
  }
}
