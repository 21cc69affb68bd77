import { send } from './crowd'
import { openingDay, reading, resultNight, signInAll } from './surge-mix'

/** A process of the crowd: signs its people in, then does as it is told, and reports what it saw. */
export type Order = { seconds: number; perSecond: number | null; wide?: number }

const [url, night, ...userIds] = process.argv.slice(2) as [
  string,
  'opening-day' | 'result-night' | 'reading',
  ...string[],
]
const people = await signInAll(url, userIds)
const mixes = { 'opening-day': openingDay, 'result-night': resultNight, reading }
const draw = await mixes[night](url, people)
process.on('message', async (order: Order) => process.send!(await send(url, draw, order)))
process.send!('ready')
