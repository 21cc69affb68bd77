import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isSigned } from '#server/adapters/log-files.ts'
import { openWitnessKey, type WitnessKey } from '#server/adapters/witness-key.ts'
import { isLogFile } from '#server/domain/log/files.ts'
import { readKey, signatureKinds, writtenKey } from '#server/domain/log/note.ts'
import { fileIn } from '#server/domain/log/reading.ts'
import { witness as look, type WitnessState } from '#server/domain/log/witness.ts'
import { faultWords, type LogReader, leafWords, sightingWords, unreadWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, say as sayLine, text } from './command'

const patience = 30_000
/** A log may grow between a look and its signature: so often it is looked at again. */
const mostLooks = 3

/** What comes from somebody else's log or portal must not move a terminal's cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones that do
const say = (line: string): void => sayLine(line.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' '))

const whyOf = (error: unknown): string =>
  error instanceof Error ? String(error.cause ?? error.message) : String(error)

/** Reads the files of a log over HTTP; null where there is none. Throws an `Unread`, or what `fetch` throws. */
const readerOf = (address: string) => async (file: string) => {
  if (!isLogFile(file)) return null
  const answer = await fetch(`${address}/${file}`, { signal: AbortSignal.timeout(patience) })
  return fileIn(answer, { address, file, now: Date.now() })
}

function stateIn(file: string): WitnessState | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as WitnessState
  } catch {
    throw new Misconfigured(`--state is wrong: ${file} is not what this command has written`)
  }
}

function keep(file: string, state: WitnessState): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(state, null, 2)}\n`, { flush: true })
  renameSync(`${file}.part`, file)
}

const keyFaults = {
  'no-key': '--key is wrong: the file holds no key of a witness; a file that is not there yet is made',
  'no-name':
    '--name is missing or wrong: to make your key, give the name by which people know you, such as the host of your pages',
  'other-name': '--name is wrong: the key in the file has another name',
} as const

/** The witness's own key; null if it signs nothing. */
function keyOf(file: string | undefined, name: string | undefined, language: Language): WitnessKey | null {
  if (file === undefined) return null
  if (readKey(file)?.kind === signatureKinds.log)
    throw new Misconfigured("--key is wrong: it is the file of your own key; give the log's key as --log-key")
  const opened = openWitnessKey(file, name)
  if ('fault' in opened) throw new Misconfigured(keyFaults[opened.fault])
  if (opened.isNew) {
    say(translate(language, 'witnesses:made', { file }))
    say(`  ${writtenKey(opened.key)}`)
  }
  return opened.key
}

type Sent = { is: 'taken' | 'grown' } | { is: 'refused'; why: string }

/** Signs a head that was proved, and sends it to the portal. */
async function send(address: string, key: WitnessKey, head: string, language: Language): Promise<Sent> {
  try {
    const answer = await fetch(`${address.replace(/\/log$/, '')}/api/log/cosignatures`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify({ note: key.cosign(head, Date.now()) }),
      signal: AbortSignal.timeout(patience),
    })
    type Said = { code?: unknown; message?: unknown; data?: { size?: unknown } | null } | null
    const said = (await answer.json().catch(() => null)) as Said
    // A network that wants a login answers as well.
    if (answer.ok && !answer.redirected && typeof said?.data?.size === 'number') return { is: 'taken' }
    if (said?.code === 'not-the-head') return { is: 'grown' }
    if (answer.ok) return { is: 'refused', why: translate(language, 'witnesses:answered-else') }
    const why = typeof said?.message === 'string' ? said.message.slice(0, 500) : String(answer.status)
    return { is: 'refused', why }
  } catch (error) {
    return { is: 'refused', why: whyOf(error) }
  }
}

/**
 * `witness --url ADDRESS --state FILE [--log-key KEY] [--key FILE [--name NAME]] [--language en|mr]`: looks at the public log of any portal,
 * compares it with the last look, says what is new and who has signed it; with a key of its own, which it makes, it signs what it
 * has proved. Exits with 1 if the log is not to be believed, 2 if it cannot be read, 3 if the portal does not take the signature.
 * Source: rules §19.5, §19.9.
 */
export const witness = command(
  { url: text, state: text, 'log-key': text, key: text, name: text, language: text },
  async (given) => {
    const { state: file, 'log-key': logKey } = given
    if (given.url === undefined || !/^https?:\/\//.test(given.url))
      throw new Misconfigured('--url is missing: the address of the public log of a portal')
    if (file === undefined)
      throw new Misconfigured('--state is missing: the file in which the witness remembers the log')
    const address = given.url.replace(/\/+$/, '')
    const language: Language = given.language === 'mr' ? 'mr' : 'en'
    const own = keyOf(given.key, given.name, language)
    for (let looks = 1; ; looks++) {
      const head = await lookOnce({ address, file, logKey, language })
      if (head === null || !own) return
      const sent = await send(address, own, head, language)
      if (sent.is === 'grown' && looks < mostLooks) continue
      if (sent.is === 'taken') {
        const message = translate(language, 'witnesses:api.kept')
        say(translate(language, 'witnesses:kept', { name: own.name, size: head.split('\n')[1]!, message }))
        return
      }
      const why = sent.is === 'refused' ? sent.why : translate(language, 'witnesses:grows')
      say(translate(language, 'witnesses:not-taken', { why }))
      process.exitCode = 3
      return
    }
  },
)

/** One look: says what it has found and remembers it. The head that it has proved; null if it has proved none. */
async function lookOnce({
  address,
  file,
  logKey,
  language,
}: {
  address: string
  file: string
  logKey: string | undefined
  language: Language
}): Promise<string | null> {
  const reader: LogReader = {
    language,
    t: (name, values) => translate(language, `publiclog:${name}`, values),
    when: (at) => formatDateTime(at, language),
  }
  const before = stateIn(file)
  const found = await look({
    read: readerOf(address),
    verify: isSigned,
    before,
    now: Date.now(),
    host: new URL(address).hostname,
    ...(logKey !== undefined && { expected: { verifierKey: logKey } }),
  }).catch((error: unknown) => {
    say(unreadWords(error, reader))
    process.exitCode = 2
    return null
  })
  if (found === null) return null
  if (!found.isWhole) {
    say(translate(language, 'publiclog:broken', { fault: faultWords(found.fault, reader) }))
    if (before) say(translate(language, 'publiclog:what-now', { file }))
    process.exitCode = 1
    return null
  }
  const { origin, verifierKey } = found.state
  const words = { origin, size: found.size, key: verifierKey, since: before ? reader.when(before.seenAt) : '' }
  say(translate(language, `publiclog:${before ? (found.news.length ? 'grown' : 'unchanged') : 'first'}`, words))
  if (before) for (const leaf of found.news) say(`  ${leafWords(leaf, reader)}`)
  if (found.copyUntil !== null) say(translate(language, 'publiclog:copy', { at: reader.when(found.copyUntil) }))
  for (const sentence of sightingWords(found.sightings, found.size, reader)) say(sentence)
  // Before the signature leaves this machine: a witness must never sign two histories.
  keep(file, found.state)
  return found.head
}
