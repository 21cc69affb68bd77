import { send } from './crowd'
import { openingDay, resultNight, signInAll } from './surge-mix'

/** A process of the crowd: signs its people in, then does as it is told, and reports what it saw. */
export type Order = { seconds: number; perSecond: number | null; wide?: number }

const [url, night, ...userIds] = process.argv.slice(2) as [string, string, ...string[]]
const people = await signInAll(url, userIds)
const draw = await (night === 'result-night' ? resultNight : openingDay)(url, people)
process.on('message', async (order: Order) => process.send!(await send(url, draw, order)))
process.send!('ready')
