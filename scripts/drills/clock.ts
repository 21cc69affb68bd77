import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { letIn, stepsDone } from './killed'
import {
  call,
  command,
  type Drill,
  deskCookie,
  deskPage,
  eventually,
  folderOfDrill,
  formOf,
  get,
  lineWith,
  otpFor,
  register,
  signIn,
  start,
} from './portal'
import { shiftedBy } from './shifted'

const hour = 3_600_000
/** How long jobs wait after a jump ahead, in ms, and a little more. */
const afterJumpAhead = 65_000
const registration = 'candidateRegistrationController/candidateRegistration'

/** Case 52: the clock of the machine jumps ahead and back, by hours, while people work. */
export const clock: Drill = {
  name: 'case 52: the clock of the machine jumps ahead and back',
  /** Long: one story, of which each act needs the one before. */
  async run(say) {
    const folder = folderOfDrill()
    const file = path.join(folder, 'shift')
    const set = async (ms: number) => {
      writeFileSync(file, String(ms))
      await pause(2500)
    }
    command(folder, 'seed', '--candidates', '500')
    const [person] = letIn(folder, stepsDone(7), 1)
    const server = await start(folder, shiftedBy(file))
    const { url, log } = server
    const { bearer } = await signIn(url, person!.userId)
    const dues = () => call(url, 'GET', 'dues', { bearer })
    let people = 7000
    for (const [how, ms] of [
      ['two hours ahead', 2 * hour],
      ['a day back', -24 * hour],
    ] as const) {
      const before = log().length
      await set(ms)
      const served = await register(url, ++people)
      const page = await get(url, '/mbale/candidate/home')
      say({
        what: `${how}: pages are served, and somebody new registers`,
        holds: page.status === 200 && served.userId !== null,
        measured: `${page.status}, ${served.status} ${served.code}`,
      })
      const own = await dues()
      say({
        what: 'Who is signed in is served, or asked to log in again',
        holds: own.status === 200 || (own.status === 401 && own.message !== ''),
        measured: `${own.status} ${own.message}`,
      })
      // The watch looks once a second, and a busy machine reads its line later than the pages that came after it.
      const line = await eventually(30, async () =>
        lineWith(log().slice(before), 'the clock of this machine has jumped'),
      )
      say({
        what: 'The log names cause and remedy',
        holds: line?.includes('timedatectl') ?? false,
        measured: line ?? 'nothing',
      })
      const again = await deskCookie(url, 'admin')
      const desk = await deskPage(url, again, 'home')
      say({
        what: 'The desk is told',
        holds: desk.includes('The clock of the server has jumped'),
        measured: desk.includes('The clock of the server has jumped') ? 'a notice' : 'nothing',
      })
      // An OTP of the wrong time, typed when the clock is right again.
      const body = formOf(++people)
      const begun = await call(url, 'POST', registration, { body })
      const otp = await otpFor(url, body.mobile)
      await set(0)
      const proof = { registrationId: begun.data.registrationId, otp }
      const proved = await call(url, 'POST', 'candidateRegistrationController/verifyOtp', { body: proof })
      say({
        what: 'An OTP from that time is taken or refused in words, never by an error',
        holds: proved.status === 200 || (proved.status >= 400 && proved.status < 500 && proved.message !== ''),
        measured: `${proved.status} ${proved.message}`,
      })
      const right = await dues()
      // While the clock was behind, a session was from its future, and has ended (case 91).
      say({
        what: 'A session from before goes on, or its owner is asked to log in again',
        holds: right.status === 200 || (ms < 0 && right.status === 401),
        measured: `${right.status} ${right.message}`,
      })
    }
    // The scheduler used to wait for the instants that the clock had left behind.
    await pause(afterJumpAhead + 15_000)
    const text = await (await fetch(`${url}/metrics`)).text()
    const lag = Number(/^job_lag_seconds ([\d.]+)/m.exec(text)?.[1])
    const ready = await get(url, '/readyz')
    say({
      what: 'A minute after the last jump ahead, jobs go on',
      holds: lag < 5 && ready.status === 200,
      measured: `${lag.toFixed(1)} s late; ${await ready.text()}`,
    })
    await server.stop()
  },
}
