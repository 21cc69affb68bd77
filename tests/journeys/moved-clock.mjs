// Preloaded into a server under test: its clock runs ahead by the milliseconds in the file that CLOCK_AHEAD names.
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.CLOCK_AHEAD
let ahead = 0

function look() {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    // The file appears when the clock is first moved.
  }
}

if (file !== undefined) {
  look()
  setInterval(look, 100).unref()
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      if (given.length === 0) super(RealDate.now() + ahead)
      else super(...given)
    }
    static now() {
      return RealDate.now() + ahead
    }
  }
}
