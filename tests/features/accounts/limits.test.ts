import { expect, test } from 'vitest'
import { openPortal } from '#tests/support/portal.ts'

const hour = 3_600_000
const [waitsForNoDisk, waits] = [1, 2]

test('a count waits for no disk, and leaves what comes after it as it was', async () => {
  const { limits, db } = (await openPortal()).services
  const levels: unknown[] = []
  db.onWritten(() => levels.push(db.sqlite.pragma('synchronous', { simple: true })))
  const now = 1_700_000_000_000
  expect(limits.count('try:a', hour, now)).toEqual({ count: 1, resetsAt: now + hour })
  expect(limits.count('try:a', hour, now + 1, 4).count).toBe(5)
  db.transact(() => limits.put('try:b', 1, now + hour))
  expect(levels).toEqual([waitsForNoDisk, waitsForNoDisk, waits])
  expect(limits.read('try:a', now + 2)).toBe(5)
})

test('a count within a transaction stands and falls with it', async () => {
  const { limits, db } = (await openPortal()).services
  const now = 1_700_000_000_000
  limits.count('try:a', hour, now)
  const failing = () =>
    db.transact(() => {
      limits.count('try:a', hour, now)
      throw new Error('something else failed')
    })
  expect(failing).toThrow('something else failed')
  expect(limits.read('try:a', now)).toBe(1)
  db.transact(() => void limits.count('try:a', hour, now))
  expect(limits.read('try:a', now)).toBe(2)
})
