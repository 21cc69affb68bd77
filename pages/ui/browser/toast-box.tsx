import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { cssTransition, type Id, ToastContainer, toast } from 'react-toastify/unstyled'
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

let isOpen = false

const placesOf = (parts: string) => Array.from(document.querySelectorAll(parts), (part) => part.getBoundingClientRect())

/** The height of a toast of two lines on a phone, with the space around it. */
const toastHeight = 72

/**
 * The top of the lowest strip of the screen in which a toast hides no act and no field in use; the foot itself, above a bar,
 * if they leave no room in the lower half.
 */
function freeFoot(): number {
  const bar = placesOf('.dock, [data-foot]').find(({ top, bottom }) => top < innerHeight && bottom > innerHeight - 16)
  const foot = bar ? bar.top : innerHeight
  let free = foot
  const kept = placesOf('main .btn:not(.quiet), main :is(input, select, textarea):focus')
  for (const { top, bottom } of kept.sort((one, other) => other.bottom - one.bottom)) {
    if (top < free && bottom > free - toastHeight) free = top
  }
  return free < innerHeight / 2 ? foot : free
}

/**
 * Puts the toasts below the top bar and its notices, wherever these have scrolled to, so that they hide neither. They keep
 * the top right corner of what remains. On a phone, where they would hide the heading there, the style sheet puts them at the
 * foot, above a bar with an act and clear of the page's own. Source: rules §17.4.
 */
function placeBox(): void {
  const { style } = document.documentElement
  const head = Math.max(0, ...placesOf('.bar, .thin').map(({ bottom }) => bottom))
  style.setProperty('--toastify-toast-top', `${head + 4}px`)
  style.setProperty('--toastify-toast-bottom', `${innerHeight - freeFoot() + 8}px`)
}

/** Toasts live outside of the page, so they survive a change of page. Screen readers announce them politely. */
function openBox(label: string): void {
  if (isOpen) return
  isOpen = true
  for (const event of ['scroll', 'resize']) addEventListener(event, placeBox, { passive: true })
  const place = document.body.appendChild(document.createElement('div'))
  flushSync(() =>
    createRoot(place).render(
      <ToastContainer
        position="top-right"
        autoClose={stay}
        draggable
        draggablePercent={80}
        transition={transition}
        role="status"
        aria-label={label}
      />,
    ),
  )
}

export function showToast(label: string, type: ToastType, text: string): Id {
  openBox(label)
  placeBox()
  return toast(text, { type })
}

/** The toast of the last attempt; the next attempt dismisses it. */
let settled: Id | undefined

export function showProgress(label: string, work: Promise<Outcome>, pending: string): void {
  openBox(label)
  placeBox()
  if (settled !== undefined) toast.dismiss(settled)
  const id = toast.loading(pending)
  void work.then((outcome) => {
    // The summary of faults above the form says it already.
    if (!outcome || outcome.isSummed) return toast.dismiss(id)
    settled = id
    const { type, text: render } = outcome
    toast.update(id, { render, type, isLoading: false, autoClose: stay, closeButton: true, draggable: true })
  })
}
