import { expect, test } from 'vitest'
import { renderDocument } from '#server/http/render.tsx'
import { languages } from '#server/kernel/languages.ts'
import { aView, candidateView, candidateWithEverything, newCandidate } from './a-view'

const Nothing = () => null
const bare = (view: Parameters<typeof renderDocument>[0]) => renderDocument(view, Nothing, '', null)
const kept = (view: Parameters<typeof renderDocument>[0]) => renderDocument(view, Nothing, '')

const views = [
  aView(),
  candidateView(newCandidate),
  candidateView(candidateWithEverything),
  { ...candidateView(newCandidate), layout: 'public' as const },
  { ...candidateView(newCandidate), layout: 'bare' as const },
].flatMap((view) =>
  languages.flatMap((language) => ['home', 'dashboard', 'payment'].map((route) => ({ ...view, language, route }))),
)

test('a page is the same if the parts of its frame are cached', () => {
  for (const view of views) {
    expect(kept(view)).toBe(bare(view))
    expect(kept(view)).toBe(bare(view))
  }
})

test('the cache of one candidate reveals nothing to the next', () => {
  const first = candidateView(newCandidate)
  kept(first)
  const { details } = first.session!
  const session = { ...first.session!, details: { ...details, user_id: 'ML24999999', full_name: 'Somebody Else' } }
  const html = kept({ ...first, session })
  expect(html).toContain('ML24999999')
  expect(html).not.toContain(details.user_id)
  expect(html).not.toContain(details.full_name)
})
