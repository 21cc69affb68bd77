import { stored } from './stored'

/** Where drafts lie: on this device, in this tab. */
export const draftStorage = stored(() => sessionStorage)

const prefix = 'draft '

/** Drafts belong to a candidate (null: a visitor), so that nobody else's words ever fill a form. */
export const draftPrefix = (owner: string | null): string => `${prefix}${owner} `

/** Forgets all drafts but those of `owner`. */
export function forgetDrafts(owner?: string): void {
  for (const key of draftStorage.keys()) {
    if (key.startsWith(prefix) && !(owner && key.startsWith(draftPrefix(owner)))) draftStorage.remove(key)
  }
}
