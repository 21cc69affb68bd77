import type { Stored } from '#pages/ui/browser/stored.ts'

/** A storage for a test; with `isKept: false` it forgets everything. */
export function memoryStorage(values: Record<string, string> = {}, isKept = true): Stored & { values: typeof values } {
  return {
    values,
    get: (key) => values[key] ?? null,
    set(key, value) {
      if (isKept) values[key] = value
      return isKept
    },
    remove: (key) => void delete values[key],
    keys: () => Object.keys(values),
  }
}
