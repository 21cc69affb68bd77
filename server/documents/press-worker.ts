import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { LongList, Printable } from './printable'
import { typeset } from './typeset'
import { openLongList } from './typeset-list'

/** The press in its own thread: takes a printable, returns the bytes of its PDF. Fonts stay loaded between jobs. */
export default (printable: Printable): Promise<Uint8Array> => typeset(printable)

type Rows = readonly (readonly string[])[]

/**
 * A long list: each message on the port brings some of its rows and is answered with the bytes made from them; null
 * ends the list and is answered with the last bytes. Memory never holds more than one message's rows. Stops if the
 * other side closes the port.
 */
export async function longList({ list, port }: { list: LongList; port: MessagePort }): Promise<void> {
  const setter = openLongList(list)
  const leftOff = once(port, 'close').then(() => [undefined])
  for (let isOpen = true; isOpen; ) {
    const [rows] = (await Promise.race([once(port, 'message'), leftOff])) as [Rows | null | undefined]
    if (rows === undefined) return
    if (rows) setter.add(rows)
    else setter.end()
    isOpen = rows !== null
    const bytes = isOpen ? await setter.take() : await setter.close()
    port.postMessage(bytes)
  }
  port.close()
}
