import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { TestPortal } from './portal'

/** Makes a portal listen and opens bare connections to it, which send exactly the given bytes. */
export async function socketsTo({ app }: TestPortal): Promise<(text: string) => Promise<Socket>> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (text) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
}

/** Collects the answer until the other side closes or `enough` matches. */
export const read = (socket: Socket, enough?: RegExp): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (data) => {
      text += data
      if (enough?.test(text)) resolve(text)
    })
    socket.on('close', () => resolve(text))
  })
