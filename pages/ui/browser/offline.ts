import type { View } from '#server/domain/site/view.ts'
import { href } from '../href'

/** What a page may tell the service worker (`pages/service-worker.ts`), and the answer to it. */
type Told = {
  page: { message: { language: string; userId: string | null }; answer: null }
  keep: { message: { userId: string; page: string; papers: readonly string[] }; answer: boolean }
  letters: { message: { assets: readonly string[] }; answer: boolean }
  ask: { message: object; answer: string | null }
  forget: { message: object; answer: null }
  'push-begin': { message: { userId: string }; answer: null }
  'push-owner': { message: object; answer: string | null }
}

/** Tells the worker something and gives its answer; null without a worker. */
export async function tellWorker<K extends keyof Told>(
  kind: K,
  message: Told[K]['message'],
): Promise<Told[K]['answer'] | null> {
  if (!navigator.serviceWorker) return null
  const { active } = await navigator.serviceWorker.ready
  if (!active) return null
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data as Told[K]['answer'])
    active.postMessage({ kind, ...message }, [port2])
  })
}

/** Starts the worker of this portal and tells it which page is shown to whom. */
export async function tellPage({ base, language, session }: View): Promise<void> {
  try {
    await navigator.serviceWorker.register(href(base, 'service-worker.js'))
    await tellWorker('page', { language, userId: session?.details.user_id ?? null })
  } catch {
    // A browser that refuses workers, as in private windows, has no offline page.
  }
}
