import { describe, expect, test } from 'vitest'
import { allSeen, concernsIn, seenIn, shownConcerns } from '#server/domain/desk/release-concerns.ts'

describe('the concerns of a release', () => {
  const found = { grievances: 3, returned: 0, leftOut: 1 }

  test('are those above zero, in their order', () => {
    expect(concernsIn(found)).toEqual([
      { concern: 'grievances', count: 3 },
      { concern: 'leftOut', count: 1 },
    ])
    expect(shownConcerns(concernsIn(found))).toBe('grievances:3 leftOut:1')
  })

  test('must each be ticked at their present number', () => {
    const faults = (seen: Parameters<typeof allSeen>[1]) => {
      const may = allSeen(found, seen)
      return may.ok ? [] : may.refusal.fields!.map(({ field, code }) => `${field} ${code}`)
    }
    expect(faults({})).toEqual(['grievances releaseConcern.required', 'leftOut releaseConcern.required'])
    expect(faults({ grievances: 2, leftOut: 1 })).toEqual(['grievances releaseConcern.changed'])
    expect(faults({ grievances: 3, leftOut: 1, returned: 9 })).toEqual([])
    expect(allSeen({}, {}).ok).toBe(true)
  })

  test('a tick counts with the number that was shown beside it', () => {
    expect(seenIn({ grievances: true, leftOut: true, shown: 'grievances:3 returned:1' })).toEqual({ grievances: 3 })
    expect(seenIn({ grievances: true })).toEqual({})
  })
})
