/** How often each kind of refusal was answered since this process began; the codes are those of the program. */
const counts = new Map<string, number>()

/** Counts an answered refusal, for `/metrics`. */
export const countRefusal = ({ code }: { code: string }): void => void counts.set(code, (counts.get(code) ?? 0) + 1)

export const refusalCounts = (): ReadonlyMap<string, number> => counts
