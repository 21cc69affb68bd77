/**
 * The case that follows `current` among those that wait, in their order; after the last one, the first. Null if nothing
 * else waits. A case that no longer waits is followed by the first one.
 */
export function nextIn<Id>(waiting: readonly Id[], current: Id | null): Id | null {
  const place = current === null ? -1 : waiting.indexOf(current)
  const [next] = [...waiting.slice(place + 1), ...waiting].filter((id) => id !== current)
  return next ?? null
}
