import type { Printable } from './printable'
import { typeset } from './typeset'

/** The press in its own thread: a printable in, the bytes of its PDF out. Fonts stay open between two jobs. */
export default (printable: Printable): Promise<Uint8Array> => typeset(printable)
