import { viewIn } from '#pages/ui/browser/view-answer.ts'
import { href } from '#pages/ui/href.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import type { Everything } from './rows'

/** What the page of institutes answers when it is asked for everything. `filters`: the values of its filters. */
export type Loaded<Filters> = { all: Everything; filters: Filters }

/** How long what was fetched may answer searches. Milliseconds. */
const freshFor = 10 * 60_000

let kept: { of: string; at: number; loaded: Promise<Loaded<unknown> | null> } | null = null

/**
 * Everything on offer in a round with its figures, fetched once and kept in memory, so that searches and figures need no
 * further request. `userId`: whose it is. Null if it does not arrive.
 */
export function everythingIn<Filters>(
  { base, language }: Pick<View, 'base' | 'language'>,
  round: number,
  userId: string,
): Promise<Loaded<Filters> | null> {
  const of = `${base} ${language} ${round} ${userId}`
  if (kept?.of !== of || Date.now() - kept.at > freshFor) {
    const asked = {
      of,
      at: Date.now(),
      loaded: fetched(href(base, 'option-form/select-institutes', undefined, { round, all: 'true' })),
    }
    kept = asked
    void asked.loaded.then((loaded) => {
      if (loaded === null && kept === asked) kept = null
    })
  }
  return kept.loaded as Promise<Loaded<Filters> | null>
}

async function fetched(address: string): Promise<Loaded<unknown> | null> {
  const answer = await fetch(address, { headers: { accept: viewMediaType } }).catch(() => null)
  const view = answer?.ok ? await viewIn(answer).catch(() => null) : null
  const data = view?.data as Partial<Loaded<unknown>> | undefined
  return data?.all ? { all: data.all, filters: data.filters ?? null } : null
}
