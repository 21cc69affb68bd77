import { rmSync } from 'node:fs'
import { serialize } from 'node:v8'
import { keptFolder } from './kept-demos'
import { type Life, type Opening, openPortal, type TestPortal } from './portal'

/** What was lived through, and what is told of it, by its name; the last used is the last. */
const kept = new Map<string, { life: Life; told: object }>()
/** A test file goes on from few points, one after another. */
const mostKept = 6

/** Options of portals whose lives are kept, beside the gateway, which nobody asks in them. */
const known = ['at', 'slugs', 'config', 'course']

/** Tells portals with these options from others; undefined where only the portal itself can. */
function nameOf(name: string, { gateway: _, ...options }: Opening): string | undefined {
  if (!Object.keys(options).every((option) => known.includes(option))) return undefined
  try {
    return serialize([name, options]).toString('base64')
  } catch {
    // A function among the options.
    return undefined
  }
}

/**
 * A portal in which `live` has happened: it happens once, and later portals go on from there as copies. `name`: tells it
 * from what else is lived through, with the options of its opening. What `live` answers is given to each anew, so it is data.
 */
export async function openAfter<T extends object>(
  name: string,
  options: Opening,
  live: (portal: TestPortal) => Promise<T>,
): Promise<{ portal: TestPortal; told: T }> {
  const key = nameOf(name, options)
  const past = key === undefined ? undefined : kept.get(key)
  const portal = await openPortal({ ...options, ...(past && { life: past.life }) })
  const told = past ? (past.told as T) : await live(portal)
  if (key !== undefined) {
    kept.delete(key)
    kept.set(key, past ?? { life: portal.life(keptFolder()), told })
  }
  for (const [oldest, { life }] of [...kept].slice(0, -mostKept)) {
    kept.delete(oldest)
    rmSync(life.files, { recursive: true })
  }
  return { portal, told: structuredClone(told) }
}
