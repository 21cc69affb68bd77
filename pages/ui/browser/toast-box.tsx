import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { type CloseButtonProps, cssTransition, type Id, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toast-box.css'
import type { ToastType } from '#server/domain/site/view.ts'
import type { Outcome } from './browser'

const stay = 5000

/** The slide animation of the library; the style sheet sets its length (300 ms). Source: rules §17.4. */
const transition = cssTransition({
  enter: 'Toastify--animate Toastify__slide-enter',
  exit: 'Toastify--animate Toastify__slide-exit',
  appendPosition: true,
  collapse: false,
})

/** The words of the toasts' region and of their buttons, in the page's language. */
export type ToastWords = { region: string; close: string }

let root: Root | undefined
const place = document.createElement('div')

const placesOf = (parts: string) => Array.from(document.querySelectorAll(parts), (part) => part.getBoundingClientRect())

/** What a toast on a phone never hides: the acts of a page, what is in use, and a bar at the foot. */
const kept = '.btn:not(.quiet), .dock, [data-foot], main :is(a, button, input, select, textarea, summary):focus'

/** Where the toasts have gone to because what they kept clear of had come below the top bar; null while they are over it. */
let aside: number | null = null

/**
 * The top of toasts of this height on a phone: over the top bar, where the page has nothing to do next. A toast of three lines
 * reaches below the bar; should it meet something there, it takes the lowest free strip, and stays in it while it is free.
 */
function topOnPhone(height: number): number {
  const bar = Math.max(0, document.querySelector('.bar')?.getBoundingClientRect().top ?? 0) + 4
  const places = placesOf(kept).filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
  const isFree = (at: number) =>
    at >= 0 && at + height <= innerHeight && places.every(({ top, bottom }) => bottom <= at || top >= at + height)
  if (aside !== null && isFree(aside)) return aside
  const feet = [innerHeight, ...places.map(({ top }) => top)].sort((one, other) => other - one)
  aside = isFree(bar) ? null : (feet.map((foot) => foot - height - 8).find(isFree) ?? null)
  return aside ?? bar
}

const isOnPhone = matchMedia('(max-width: 599px)')

/**
 * Puts the toasts, while there are any, where they hide nothing: on a phone over the top bar, else at the right below it and its
 * notices, wherever these have scrolled to. Source: rules §17.4.
 */
function placeBox(): void {
  const box = place.querySelector<HTMLElement>('.Toastify__toast-container')
  if (!box) {
    aside = null
    return
  }
  const head = Math.max(0, ...placesOf('.bar, .thin').map(({ bottom }) => bottom))
  const top = isOnPhone.matches ? topOnPhone(box.offsetHeight) : head + 4
  box.style.setProperty('--toastify-toast-top', `${top}px`)
}

/** The button that ends a toast, named in the page's language: the library's own is named in English. */
const closeButton =
  (name: string) =>
  ({ closeToast }: CloseButtonProps) => (
    <button type="button" className="Toastify__close-button" aria-label={name} onClick={() => closeToast(true)}>
      <svg aria-hidden="true" viewBox="0 0 14 16">
        <path d="M7.71 8.23l3.75 3.75-1.48 1.48-3.75-3.75-3.75 3.75L1 11.98l3.75-3.75L1 4.48 2.48 3l3.75 3.75L9.98 3l1.48 1.48-3.75 3.75z" />
      </svg>
    </button>
  )

function listen(): void {
  for (const event of ['scroll', 'resize', 'focusin']) addEventListener(event, placeBox, { passive: true })
  // A toast that comes, and a page that changes under it. The observer runs before the browser paints.
  new MutationObserver(placeBox).observe(document.body, { childList: true, subtree: true, characterData: true })
  document.body.append(place)
}

/** Toasts live outside of the page, so they survive a change of page. Screen readers announce them politely. */
function openBox({ region, close }: ToastWords): void {
  if (!root) listen()
  root ??= createRoot(place)
  const opened = root
  flushSync(() =>
    opened.render(
      <ToastContainer
        position="top-right"
        autoClose={stay}
        draggable
        draggablePercent={80}
        transition={transition}
        closeButton={closeButton(close)}
        role="status"
        aria-label={region}
      />,
    ),
  )
}

export function showToast(words: ToastWords, type: ToastType, text: string): Id {
  openBox(words)
  return toast(text, { type })
}

/** The toast of the last attempt; the next attempt dismisses it. */
let settled: Id | undefined

/** How many works of each group still go on. */
const going = new Map<Id, number>()

export function showProgress(words: ToastWords, work: Promise<Outcome>, pending: string, group?: string): void {
  openBox(words)
  if (settled !== undefined && settled !== group) toast.dismiss(settled)
  const isShared = group !== undefined && toast.isActive(group)
  const id = isShared ? group : toast.loading(pending, { toastId: group })
  if (isShared) toast.update(id, { render: pending, type: 'default', isLoading: true, autoClose: false })
  going.set(id, (going.get(id) ?? 0) + 1)
  void work.then((outcome) => {
    const others = going.get(id)! - 1
    going.set(id, others)
    // The last of a group ends its toast; a fault of another is told at once.
    if (others > 0) {
      if (outcome && !outcome.isSummed && outcome.type === 'error') showToast(words, outcome.type, outcome.text)
      return
    }
    // The summary of faults above the form says it already.
    if (!outcome || outcome.isSummed) return toast.dismiss(id)
    settled = id
    const { type, text: render } = outcome
    toast.update(id, { render, type, isLoading: false, autoClose: stay, closeButton: true, draggable: true })
  })
}
