import { expect, test } from 'vitest'
import { momentsAround } from '#pages/parts/notices/moments.ts'
import type { Moment } from '#pages/ui/data/Timeline.tsx'

const moments = (states: string): Moment[] =>
  [...states].map((state, place) => ({
    title: String(place),
    time: '',
    state: ({ p: 'past', n: 'now', l: 'later' } as const)[state as 'p' | 'n' | 'l'],
  }))
const shown = (states: string) => momentsAround(moments(states)).map(({ title }) => Number(title))

test.each([
  ['in the middle, with one open activity that began long ago', 'ppnppppnlll', [5, 6, 2, 7, 8, 9, 10]],
  ['at the beginning', 'nlllllllll', [0, 1, 2, 3, 4, 5, 6, 7]],
  ['with many ahead', 'pppnlllllllll', [1, 2, 3, 4, 5, 6, 7, 8]],
  ['at the end', 'pppppppppp', [8, 9]],
  ['near the end', 'pppppppppn', [7, 8, 9]],
] as const)('the dates around now: %s', (_, states, expected) => {
  expect(shown(states)).toEqual(expected)
})
