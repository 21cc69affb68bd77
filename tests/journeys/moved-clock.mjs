// Preloaded into a server under test: its clock runs ahead by the milliseconds that CLOCK_AHEAD says.
const RealDate = Date
const ahead = Number(process.env.CLOCK_AHEAD ?? 0)

if (ahead !== 0) {
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
