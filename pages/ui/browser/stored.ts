/** A storage of the browser that may be missing, full or forbidden. */
export type Stored = {
  get(key: string): string | null
  /** Whether the value can be read back afterwards. */
  set(key: string, value: string): boolean
  remove(key: string): void
  keys(): string[]
}

/** `stored(() => localStorage)`: reading the property alone throws where storage is forbidden. */
export function stored(storage: () => Storage): Stored {
  const attempt = <T>(work: (storage: Storage) => T, otherwise: T): T => {
    try {
      return work(storage())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((s) => s.getItem(key), null),
    set: (key, value) =>
      attempt((s) => {
        s.setItem(key, value)
        return s.getItem(key) === value
      }, false),
    remove: (key) => attempt((s) => s.removeItem(key), undefined),
    keys: () => attempt((s) => Array.from({ length: s.length }, (_, i) => s.key(i)!), []),
  }
}
