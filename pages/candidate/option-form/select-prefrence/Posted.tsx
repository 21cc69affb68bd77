import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { useLive } from '#pages/ui/browser/live.ts'

/**
 * The whole list as every form of the page posts it, with the version that it changes. One field holds all codes: one field for
 * each would be a thousand elements more, and moving them makes the browser style the whole list anew.
 */
export const Posted = ({ of: { version, choices } }: { of: { version: number; choices: readonly string[] } }) => (
  <>
    <input type="hidden" name="version" value={version} />
    <input type="hidden" name="choices" value={choices.join()} />
  </>
)

/** The same of the list as it is now. */
export function PostedNow({ auto: { version, list } }: { auto: Autosave }) {
  return <Posted of={{ version: useLive(version, (now) => now), choices: useLive(list, (now) => now) }} />
}
