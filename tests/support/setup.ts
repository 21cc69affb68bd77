import { afterEach, expect, vi } from 'vitest'

// An error on the console is a defect. A test that expects one says so with `vi.spyOn(console, 'error')`.
const consoleError = vi.spyOn(console, 'error')

afterEach(() => {
  const calls = consoleError.mock.calls.map((call) => call.map(String).join(' '))
  consoleError.mockClear()
  expect(calls, 'unexpected console.error').toEqual([])
})
