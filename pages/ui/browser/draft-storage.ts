import { stored } from './stored'

/** Storage for drafts: most live in this tab; forms that save drafts while they are filled in use the device. */
export const draftStorage = stored(() => sessionStorage)
export const deviceDrafts = stored(() => localStorage)

const prefix = 'draft '

/** The prefix of the owner's drafts (null: a visitor), so that no form shows another person's words. */
export const draftPrefix = (owner: string | null): string => `${prefix}${owner} `

/** Removes all drafts, or all except those of `owner`. */
export function forgetDrafts(owner?: string): void {
  for (const storage of [draftStorage, deviceDrafts]) {
    for (const key of storage.keys()) {
      if (key.startsWith(prefix) && !(owner && key.startsWith(draftPrefix(owner)))) storage.remove(key)
    }
  }
}
