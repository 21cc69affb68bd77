import { type Draw, send } from './crowd'

/** A process of the crowd: sends GETs in turn, and reports what it saw. `perSecond`: null for as fast as `wide` connections allow. */
export type GateOrder = {
  asks: { kind: string; path: string; headers: Record<string, string> }[]
  seconds: number
  perSecond: number | null
  wide?: number
}

const [url] = process.argv.slice(2) as [string]
process.on('message', async ({ asks, ...order }: GateOrder) => {
  let at = 0
  const draw: Draw = () => ({ act: { method: 'GET', ...asks[at++ % asks.length]! }, done: () => {} })
  process.send!(await send(url, draw, order))
})
process.send!('ready')
