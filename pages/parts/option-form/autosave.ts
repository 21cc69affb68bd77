import { useEffect, useState } from 'react'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { apiOf } from '#pages/ui/browser/api-of.ts'
import { type Browser, useBrowser } from '#pages/ui/browser/browser.ts'
import { deviceDrafts, draftPrefix } from '#pages/ui/browser/draft-storage.ts'
import { createLive } from '#pages/ui/browser/live.ts'

/** The state of a list that saves automatically. `at`: the server's time of saving, ISO 8601. */
type SaveState =
  | { kind: 'as-loaded' }
  | { kind: 'waiting' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string | null }
  /** The server did not answer; the save is tried again. */
  | { kind: 'unanswered' }
  /** Another tab or device has saved. `saved`: its list. */
  | { kind: 'stale'; saved: readonly string[]; version: number }
  | { kind: 'refused'; message: string }

/** `closesAt`: the closing time of the round, epoch milliseconds. */
type Saved = { round: number; version: number; choices: readonly string[]; closesAt: number | null }

/**
 * The pause after the last change; then the pause after each try without an answer, at most half a minute.
 * Milliseconds.
 */
const pause = 700
const retryAfter = (tries: number) => Math.min(30_000, 2000 * 2 ** tries)

/**
 * Saves a list automatically by the API, one save at a time, each based on the version before. The device keeps unsaved
 * changes and resumes them when the page opens again on the same version. The list, its version and the state of saving are
 * live: of a list of 300, only what a change concerns is drawn again.
 */
function createAutosave(browser: Browser | null, start: Saved) {
  const list = createLive(start.choices)
  const version = createLive(start.version)
  const state = createLive<SaveState>({ kind: 'as-loaded' })
  let saved = start.choices.join()
  let tries = 0
  let timer = 0
  let keeping = 0
  let flight: Promise<void> | null = null

  const isDirty = () => list.get().join() !== saved

  function later(milliseconds: number): void {
    clearTimeout(timer)
    timer = window.setTimeout(save, milliseconds)
  }

  /** Makes one call; the list is then saved in the version of the answer. */
  async function send(world: Browser, choices: readonly string[]): Promise<void> {
    const body = { version: version.get(), choices }
    const { data } = await apiOf(world).call('saveOptionForm', body, String(start.round))
    version.set(data.version)
    saved = choices.join()
    tries = 0
    dropDraft(world, start.round)
    world.busy.release(list)
    state.set({ kind: 'saved', at: data.savedAt })
    tellBanner(world, choices.length)
  }

  /** Updates the banner above the page, which tells how long this list is. */
  function tellBanner(world: Browser, count: number): void {
    const { session } = world.screen.view()
    const { round, closesAt } = start
    if (!session || closesAt === null) return
    const told = session.unconfirmed
    if (told?.round === round && told.count === count && told.closesAt === closesAt) return
    world.screen.patch({ session: { ...session, unconfirmed: { round, count, closesAt } } })
  }

  function save(): void {
    clearTimeout(timer)
    if (!browser || flight) return
    if (!isDirty()) {
      undone(browser)
      return
    }
    state.set({ kind: 'saving' })
    flight = send(browser, list.get())
      .catch((reason: unknown) => {
        if (!(reason instanceof ApiError)) throw reason
        return failed(browser, reason)
      })
      .finally(() => {
        flight = null
        // Save the changes made during the save.
        if (isDirty() && tries === 0) change(list.get())
      })
  }

  /** Nothing is left to save: the list has become again what is saved. */
  function undone(world: Browser): void {
    dropDraft(world, start.round)
    world.busy.release(list)
    state.set(version.get() === start.version ? { kind: 'as-loaded' } : { kind: 'saved', at: null })
  }

  async function failed(world: Browser, { status, code, message, errors }: ApiError): Promise<void> {
    const isUnanswered = status === 0 || status === 429 || status >= 500
    if (isUnanswered) {
      later(retryAfter(tries))
      tries += 1
      return state.set({ kind: 'unanswered' })
    }
    tries = 1
    if (code !== 'options-stale') {
      return state.set({ kind: 'refused', message: errors.map((error) => error.message).join(' ') || message })
    }
    const current = await apiOf(world)
      .call('optionForm', undefined, String(start.round))
      .catch(() => null)
    if (current) state.set({ kind: 'stale', saved: current.data.choices, version: current.data.version })
    else state.set({ kind: 'refused', message })
  }

  function change(next: readonly string[]): void {
    tries = 0
    list.set(next)
    if (!browser) return
    browser.busy.hold(list)
    state.set({ kind: 'waiting' })
    // After the picture that answers a key.
    clearTimeout(keeping)
    keeping = window.setTimeout(() => isDirty() && keepDraft(browser, start.round, version.get(), list.get()))
    later(pause)
  }

  return {
    list,
    /** The version on which the next save is based. */
    version,
    state,
    change,
    /** Saves a list at once, after any save that is running; throws an `ApiError` if it is refused. */
    async put(next: readonly string[]): Promise<void> {
      if (!browser) return
      clearTimeout(timer)
      await flight
      clearTimeout(timer)
      await send(browser, next)
      list.set(next)
    },
    /** After the difference was shown: replaces the saved list with this one. */
    keepMine(found: number): void {
      version.set(found)
      change(list.get())
      save()
    },
    /** Resumes what an earlier visit could not save, once the page is open; the function that it returns ends the page. */
    open() {
      if (!browser) return
      const kept = takeDraft(browser, start.round, start.version)
      if (kept && kept.join() !== saved) change(kept)
      const again = () => void (tries > 0 && save())
      addEventListener('online', again)
      return () => {
        removeEventListener('online', again)
        if (isDirty()) save()
        clearTimeout(timer)
        browser.busy.release(list)
      }
    },
  }
}

export type Autosave = ReturnType<typeof createAutosave>

/** The list of a page, from when the page opens; a later list needs another page. */
export function useAutosave(start: Saved): Autosave {
  const browser = useBrowser()
  const [auto] = useState(() => createAutosave(browser, start))
  useEffect(() => auto.open(), [auto])
  return auto
}

const keyOf = ({ screen }: Browser, round: number) =>
  `${draftPrefix(screen.view().session?.details.user_id ?? null)}option-form ${round}`

function keepDraft(browser: Browser, round: number, version: number, choices: readonly string[]): void {
  deviceDrafts.set(keyOf(browser, round), JSON.stringify({ version, choices }))
}

const dropDraft = (browser: Browser, round: number): void => deviceDrafts.remove(keyOf(browser, round))

/** The changes that an earlier visit could not save, if nothing has been saved since; drops an outdated draft. */
function takeDraft(browser: Browser, round: number, version: number): readonly string[] | null {
  const kept = deviceDrafts.get(keyOf(browser, round))
  if (kept === null) return null
  const draft = JSON.parse(kept) as { version: number; choices: string[] }
  if (draft.version === version) return draft.choices
  dropDraft(browser, round)
  return null
}
