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
  expect(html).toContain('>91 (All India)</td>')
  expect(html).toContain('>81 (State)</td>')
})

test('numbers of one list need no name', () => {
  const html = reasons(pool('state', 15, 81), pool('state', 8, 81))
  expect(html.match(/>81<\/td>/g)).toHaveLength(2)
})
