import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reasons } from '#pages/parts/allotment/Reasons.tsx'
import { PageContext } from '#pages/ui/view.ts'
import type { OutcomeInWords } from '#server/features/seats/allotment/words.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { aView } from './a-view'

type Pool = OutcomeInWords['higher'][number]['pools'][number]

const pool = (list: Pool['list'], last: number, own: number): Pool => ({ seat: list, list, last, own, why: 'merit' })

/** The reasons of a candidate who got nothing, from the nearest type of seat of each choice. */
const reasons = (...nearest: Pool[]) => {
  const higher = nearest.map((one, at) => {
    return {
      preference: at + 1,
      choiceCode: `90${at}110110`,
      institute: `Institute ${at}`,
      course: 'MBA',
      pools: [one],
    }
  })
  const outcome = { state: 'not-allotted', seat: null, higher, choices: higher.length } as unknown as OutcomeInWords
  const view = aView()
  return renderToString(
    <PageContext value={{ view, t: pageTexts.en, signedIn: null }}>
      <Reasons outcome={outcome} />
    </PageContext>,
  )
}

test('a candidate whose number differs from choice to choice reads which list each number is of', () => {
  const html = reasons(pool('all-india', 15, 91), pool('state', 8, 81))
  expect(html).toContain('You: 91 (All India)')
  expect(html).toContain('You: 81 (State)')
})

test('numbers of one list need no name', () => {
  const html = reasons(pool('state', 15, 81), pool('state', 8, 81))
  expect(html.match(/You: 81</g)).toHaveLength(2)
})

test('each number is a bar as long as its share of the way, without a style attribute', () => {
  const html = reasons(pool('state', 40, 80), pool('state', 79, 80))
  expect([...html.matchAll(/width="(\d+)" height="8"/g)].map(([, width]) => width)).toEqual([
    '100',
    '50',
    '1',
    '100',
    '99',
    '1',
  ])
  expect(html).not.toContain('style=')
})

/** The preferences in the order in which they are shown; null where the row that shows all of them begins. */
const order = (html: string) =>
  [...html.matchAll(/<span class="_preference_\w+">(\d+)<|Show all (\d+)/g)].map(([, at, all]) =>
    all ? `all ${all}` : Number(at),
  )

test('of many choices the nearest five come first, and all the others in their order on request', () => {
  const gaps = [70, 3, 60, 1, 50, 2, 40, 5, 4]
  const html = reasons(...gaps.map((gap) => pool('state', 100 - gap, 100)))
  expect(order(html)).toEqual([4, 6, 2, 9, 8, 'all 9', 1, 3, 5, 7])
})

test('a few choices are all shown, in their order', () => {
  const html = reasons(...[9, 1, 5, 3, 7, 2].map((gap) => pool('state', 100 - gap, 100)))
  expect(order(html)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a choice that ended with a kept seat, or with none, has no bar', () => {
  const html = reasons({ ...pool('state', 1, 9), last: null, why: 'no-seat' }, { ...pool('state', 12, 9), why: 'kept' })
  expect(html).not.toContain('<svg class="_bar')
  expect(html).toContain('No seat free')
  expect(html).toContain('Kept by an earlier holder')
})
