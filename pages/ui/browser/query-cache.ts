/** Unused data is dropped after this time. Milliseconds. Source: rules §18.10. */
const unusedLifetime = 60_000

/** Caches answers by key. Each use extends an answer's life; failures are not cached. */
export function createQueryCache() {
  const kept = new Map<string, { answer: Promise<unknown>; timer: ReturnType<typeof setTimeout> }>()

  function drop(key: string): void {
    const entry = kept.get(key)
    if (entry) clearTimeout(entry.timer)
    kept.delete(key)
  }

  return {
    drop,
    clear: (): void => Array.from(kept.keys()).forEach(drop),
    get<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = kept.get(key)
      if (known) clearTimeout(known.timer)
      const answer = (known?.answer as Promise<T> | undefined) ?? load()
      kept.set(key, { answer, timer: setTimeout(() => kept.delete(key), unusedLifetime) })
      answer.catch(() => kept.get(key)?.answer === answer && drop(key))
      return answer
    },
  }
}
