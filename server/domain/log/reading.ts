import { clocksApart } from './cosignature'
import { checkpointFile } from './files'

/** Why a look has checked nothing. Each has a sentence for everybody (`publiclog.json`, `unread.<code>`), which accuses nobody. */
const unreadCodes = [
  'no-log',
  'something-else',
  'elsewhere',
  'clock-apart',
  'kept-long',
  'last-look-ahead',
  'growing',
] as const
export type UnreadCode = (typeof unreadCodes)[number]

/** Nothing was checked: a wrong address, a network that wants a login first, a wrong clock. It says nothing about the log. */
export class Unread extends Error {
  code: UnreadCode
  facts: Readonly<Record<string, string | number>>
  constructor(code: UnreadCode, facts: Unread['facts'] = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** The largest file of a log: 256 entries of the longest kind. */
const largestFile = 256 * 65_537

/** The content of an answer; null if it is larger than any file of a log. */
async function contentOf({ body }: Response): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for (const reader = body?.getReader(); reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.length
    if (size > largestFile) {
      await reader.cancel()
      return null
    }
    parts.push(value)
  }
  const content = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    content.set(part, at)
    at += part.length
  }
  return content
}

/** A page for people, as a portal without such a file shows, or a network that wants a login. */
const isPage = (start: string) => /^\s*<(!doctype|html|\?xml)/i.test(start)

/**
 * A file of a log from a server's answer; null if there is none. `now`: the reader's own clock. Throws `Unread` if the answer is not
 * that of a log, or if the two clocks differ so much that nobody can say what was backdated. Source: rules §19.5.
 */
export async function fileIn(
  answer: Response,
  { address, file, now }: { address: string; file: string; now: number },
): Promise<Uint8Array | null> {
  const isHead = file === checkpointFile
  const [got, asked] = [new URL(answer.url), new URL(`${address}/${file}`, answer.url)]
  const isElsewhere = got.host !== asked.host || got.pathname !== asked.pathname
  const isOtherFile = isElsewhere && !got.pathname.endsWith(`/${file}`)
  if (answer.status === 404 || answer.status === 410 || isOtherFile) {
    if (isHead) throw new Unread('no-log', { address })
    // A network that wants a login leads there from any file: the portal is not what is missing something.
    if (isOtherFile) throw new Unread('something-else', { address, file })
    return null
  }
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  if (isElsewhere) throw new Unread('elsewhere', { address, to: got.href.slice(0, -file.length - 1).slice(0, 200) })
  const content = await contentOf(answer)
  const start = new TextDecoder().decode(content?.subarray(0, 200))
  if (isPage(start) || (isHead && !/^[^\n]+\n[^\n]+\n[^\n]+\n/.test(start)))
    throw new Unread('something-else', { address, file })
  const told = isHead ? Date.parse(answer.headers.get('date') ?? '') : Number.NaN
  const age = 1000 * Number(answer.headers.get('age') ?? 0)
  if (isHead && !(age >= 0 && age <= clocksApart)) throw new Unread('kept-long', { address })
  const theirs = told + age
  if (Math.abs(theirs - now) > clocksApart) throw new Unread('clock-apart', { theirs, own: now })
  return content
}
