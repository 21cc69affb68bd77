import { stored } from './stored'

/** Where drafts lie: in this tab; those of forms that keep themselves while they are filled in, on this device. */
export const draftStorage = stored(() => sessionStorage)
export const deviceDrafts = stored(() => localStorage)

const prefix = 'draft '

/** Drafts belong to a candidate (null: a visitor), so that nobody else's words ever fill a form. */
export const draftPrefix = (owner: string | null): string => `${prefix}${owner} `

/** Forgets all drafts but those of `owner`. */
export function forgetDrafts(owner?: string): void {
  for (const storage of [draftStorage, deviceDrafts]) {
    for (const key of storage.keys()) {
      if (key.startsWith(prefix) && !(owner && key.startsWith(draftPrefix(owner)))) storage.remove(key)
    }
  }
}
