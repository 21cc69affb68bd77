/** As much of a part that has just appeared as is brought into sight, and the room kept above the answer that made it appear. */
const glimpse = 96
const above = 80
/** How long a part stays marked, in milliseconds. */
const marked = 3000

let shownAt = 0

/**
 * Shows that an answer has opened a further part of the form: marks the part, and where it is out of sight brings its beginning
 * into sight, below the answer that has the focus. A part that appears by itself, such as by a draft, moves nothing.
 */
export function reveal(part: HTMLFieldSetElement): void {
  const answer = document.activeElement
  if (!answer || !part.form?.contains(answer)) return
  part.dataset.new = ''
  setTimeout(() => delete part.dataset.new, marked)
  // Of several parts that appear at once, the first is shown.
  if (performance.now() - shownAt < 100) return
  shownAt = performance.now()
  const dock = document.querySelector('.dock')?.getBoundingClientRect()
  const foot = dock && dock.bottom >= innerHeight - 8 ? dock.top : innerHeight
  const missing = part.getBoundingClientRect().top + glimpse - foot
  const room = answer.getBoundingClientRect().top - above
  if (missing > 0 && room > 0) scrollBy({ top: Math.min(missing, room) })
}
