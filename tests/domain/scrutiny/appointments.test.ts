import { describe, expect, test } from 'vitest'
import { slotEffect } from '#server/domain/scrutiny/appointments.ts'
import { ist } from '#server/kernel/time.ts'

/** Source: rules §5.4. */
describe('what a change of a slot means for a candidate who has booked it', () => {
  const slot = (until: string, capacity: number) => ({ endsAt: ist(`2024-08-02 ${until}`), capacity })
  const before = slot('10:30', 4)
  const waiting = { arrivedAt: null, missedAt: null }
  const effect = (
    after: ReturnType<typeof slot>,
    { attendance = waiting, at = '09:00' }: { attendance?: Parameters<typeof slotEffect>[2]; at?: string } = {},
  ) => slotEffect(before, after, attendance, ist(`2024-08-02 ${at}`))

  test('another end is told, whatever the places', () => {
    expect(effect(slot('10:20', 4))).toBe('new-end')
    expect(effect(slot('10:45', 6))).toBe('new-end')
    expect(effect(slot('10:20', 1))).toBe('new-end')
  })

  test('fewer places are previewed; more of them mean nothing', () => {
    expect(effect(slot('10:30', 1))).toBe('fewer-places')
    expect(effect(slot('10:30', 9))).toBeNull()
    expect(effect(before)).toBeNull()
  })

  test('nothing for a candidate who has come or was missed, or whose time is over', () => {
    const marked = '2024-08-02 09:55'
    expect(effect(slot('10:20', 4), { attendance: { ...waiting, arrivedAt: ist(marked) } })).toBeNull()
    expect(effect(slot('10:20', 4), { attendance: { ...waiting, missedAt: ist(marked) } })).toBeNull()
    expect(effect(slot('10:20', 4), { at: '10:30' })).toBeNull()
    expect(effect(slot('10:20', 4), { at: '10:25' })).toBe('new-end')
    expect(effect(slot('10:45', 4), { at: '10:30' }), 'there is time again').toBe('new-end')
  })
})
