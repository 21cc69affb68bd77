/** The Node that the tests and the packages use, and the day on which it was published. */
export const testedNode = { version: '24.21.0', published: '2026-09-10' }

/** The last day of security fixes of each line of Node. Source: the published schedule of its releases. */
const lastFixes: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}
/** Days after which a newer patch is very likely out. */
const oldPatch = 90
const day = 86_400_000

/**
 * What is wrong with the Node that runs the portal: its line gets no fixes any more, or the patch is old; null if
 * nothing is known to be. `version`: such as `24.21.0`. `now`: ms since 1970.
 */
export function runtimeFault(version: string, now: number): string | null {
  const line = Number(version.split('.')[0])
  const until = lastFixes[line]
  if (until !== undefined && now >= Date.parse(until) + day)
    return `Node ${version} has had no security fixes since ${until}`
  const age = Math.floor((now - Date.parse(testedNode.published)) / day)
  if (version === testedNode.version && age > oldPatch)
    return `Node ${version} was published ${age} days ago, and a patch with fixes is very likely out`
  return null
}
