import { changedIn, isControl } from './filled-in'
import { createVersionCheck, type VersionCheckWorld } from './version-check'

/**
 * Watches a page; the returned function is true if a reload could lose what somebody is doing on it. It asks the document
 * itself, because people type before the script has arrived.
 */
function watchFilling(page: Document): () => boolean {
  // The camera or the gallery may be in front of the page, until something else is pressed.
  let isChoosingFile = false
  page.addEventListener(
    'click',
    ({ target }) => {
      isChoosingFile = target instanceof HTMLInputElement && target.type === 'file'
    },
    true,
  )
  return () => {
    const focused = page.activeElement
    const isFocused = isControl(focused) || (focused instanceof HTMLElement && focused.isContentEditable)
    return isFocused || isChoosingFile || changedIn(page).length > 0
  }
}

/** Keeps the page up to date from now on, as long as it is open. `isBusy`: true if a request is on its way. */
export function createUpkeep(world: Pick<VersionCheckWorld, 'base' | 'storage' | 'isBusy' | 'isLeaving'>): void {
  const isBeingFilledIn = watchFilling(document)
  const versions = createVersionCheck({
    ...world,
    fetch: (...request) => fetch(...request),
    now: Date.now,
    caches: 'caches' in window ? caches : undefined,
    reload: () => location.reload(),
    isBusy: () => world.isBusy() || isBeingFilledIn(),
    isHidden: () => document.hidden,
    // A reload now would lead away from the page.
    isOffline: () => navigator.onLine === false,
  })
  versions.start()
  document.addEventListener('visibilitychange', () => document.hidden && void versions.refreshIfDue())
}
