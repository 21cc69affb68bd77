export type Busy = ReturnType<typeof createBusy>

/** What must not be disturbed by a reload: an upload, a payment, a form that is not sent yet. */
export function createBusy() {
  const holders = new Set<object>()
  return {
    hold: (by: object): void => void holders.add(by),
    release: (by: object): void => void holders.delete(by),
    holds: (by: object): boolean => holders.has(by),
    isBusy: (): boolean => holders.size > 0,
  }
}
