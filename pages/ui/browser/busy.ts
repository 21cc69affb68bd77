export type Busy = ReturnType<typeof createBusy>

/** Tracks work that a reload must not interrupt: an upload, a payment, an unsent form. */
export function createBusy() {
  const holders = new Set<object>()
  return {
    hold: (by: object): void => void holders.add(by),
    release: (by: object): void => void holders.delete(by),
    holds: (by: object): boolean => holders.has(by),
    isBusy: (): boolean => holders.size > 0,
  }
}
