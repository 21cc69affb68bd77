/** The bar at the top of the window while a page loads. Source: rules §17.3. */
export function createProgressBar() {
  const bar = document.body.appendChild(document.createElement('div'))
  bar.className = 'progress-bar'
  return {
    start: (): void => void bar.classList.add('on'),
    stop: (): void => void bar.classList.remove('on'),
  }
}
