import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#pages/ui/browser/api-error.ts'
import { apiOf } from '#pages/ui/browser/api-of.ts'
import { type Browser, useBrowser } from '#pages/ui/browser/browser.ts'
import { deviceDrafts, draftPrefix } from '#pages/ui/browser/draft-storage.ts'

/** The state of a list that saves automatically. `at`: the server's time of saving, ISO 8601. */
export type SaveState =
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
 * changes and resumes them when the page opens again on the same version.
 */
export function useAutosave(start: Saved) {
  const browser = useBrowser()
  const [choices, setChoices] = useState(start.choices)
  const [state, setState] = useState<SaveState>({ kind: 'as-loaded' })
  const now = useRef({
    choices: start.choices,
    saved: start.choices.join(),
    version: start.version,
    tries: 0,
    timer: 0,
    flight: null as Promise<void> | null,
  }).current

  const isDirty = () => now.choices.join() !== now.saved

  function later(milliseconds: number): void {
    clearTimeout(now.timer)
    now.timer = window.setTimeout(save, milliseconds)
  }

  /** Makes one call; the list is then saved in the version of the answer. */
  async function send(world: Browser, list: readonly string[]): Promise<void> {
    const body = { version: now.version, choices: list }
    const { data } = await apiOf(world).call('saveOptionForm', body, String(start.round))
    now.version = data.version
    now.saved = list.join()
    now.tries = 0
    dropDraft(world, start.round)
    world.busy.release(now)
    setState({ kind: 'saved', at: data.savedAt })
    // Update the banner above the page, which describes this list.
    const { session } = world.screen.view()
    const { round, closesAt } = start
    if (session && closesAt !== null) {
      world.screen.patch({ session: { ...session, unconfirmed: { round, count: list.length, closesAt } } })
    }
  }

  function save(): void {
    clearTimeout(now.timer)
    if (!browser || now.flight) return
    if (!isDirty()) {
      undone(browser)
      return
    }
    setState({ kind: 'saving' })
    now.flight = send(browser, now.choices)
      .catch((reason: unknown) => {
        if (!(reason instanceof ApiError)) throw reason
        return failed(browser, reason)
      })
      .finally(() => {
        now.flight = null
        // Save the changes made during the save.
        if (isDirty() && now.tries === 0) change(now.choices)
      })
  }

  /** Nothing is left to save: the list has become again what is saved. */
  function undone(world: Browser): void {
    dropDraft(world, start.round)
    world.busy.release(now)
    setState(now.version === start.version ? { kind: 'as-loaded' } : { kind: 'saved', at: null })
  }

  async function failed(world: Browser, { status, code, message, errors }: ApiError): Promise<void> {
    const isUnanswered = status === 0 || status === 429 || status >= 500
    if (isUnanswered) {
      later(retryAfter(now.tries))
      now.tries += 1
      return setState({ kind: 'unanswered' })
    }
    now.tries = 1
    if (code !== 'options-stale') {
      return setState({ kind: 'refused', message: errors.map((error) => error.message).join(' ') || message })
    }
    const current = await apiOf(world)
      .call('optionForm', undefined, String(start.round))
      .catch(() => null)
    if (current) setState({ kind: 'stale', saved: current.data.choices, version: current.data.version })
    else setState({ kind: 'refused', message })
  }

  function change(next: readonly string[]): void {
    now.choices = next
    now.tries = 0
    setChoices(next)
    if (!browser) return
    browser.busy.hold(now)
    keepDraft(browser, start.round, now.version, next)
    setState({ kind: 'waiting' })
    later(pause)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks for a draft once, when the page opens
  useEffect(() => {
    if (!browser) return
    const kept = takeDraft(browser, start.round, start.version)
    if (kept && kept.join() !== now.saved) change(kept)
    const again = () => void (now.tries > 0 && save())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      if (isDirty()) save()
      clearTimeout(now.timer)
      browser.busy.release(now)
    }
  }, [browser])

  return {
    choices,
    state,
    /** The version on which the next save is based. */
    version: now.version,
    change,
    /** Saves a list at once, after any save that is running; throws an `ApiError` if it is refused. */
    async put(next: readonly string[]): Promise<void> {
      if (!browser) return
      clearTimeout(now.timer)
      await now.flight
      clearTimeout(now.timer)
      await send(browser, next)
      now.choices = next
      setChoices(next)
    },
    /** After the difference was shown: replaces the saved list with this one. */
    keepMine(version: number): void {
      now.version = version
      change(now.choices)
      save()
    },
  }
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
