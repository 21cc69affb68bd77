import { createPublicKey, verify as fits } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isLogFile } from '#server/domain/log/files.ts'
import { witness as look, type WitnessState } from '#server/domain/log/witness.ts'
import { faultWords, type LogReader, leafWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { command, say, text } from './command'

/** The largest file of a log: 256 entries of the longest kind. */
const largestFile = 256 * 65_537
const patience = 30_000

/** The log could not be read: a network or a server that does not answer, which says nothing about the log. */
class Unread extends Error {}

/** Reads the files of a log over HTTP; null where there is none. */
const readerOf = (address: string) => async (file: string) => {
  if (!isLogFile(file)) return null
  const answer = await fetch(`${address.replace(/\/+$/, '')}/${file}`, { signal: AbortSignal.timeout(patience) }).catch(
    (error: unknown) => {
      throw new Unread(error instanceof Error ? String(error.cause ?? error.message) : String(error))
    },
  )
  if (answer.status === 404) return null
  if (!answer.ok) throw new Unread(`${file}: ${answer.status}`)
  const content = new Uint8Array(await answer.arrayBuffer())
  return content.length > largestFile ? null : content
}

const spki = Buffer.from('302a300506032b6570032100', 'hex')

async function verify(publicKey: Uint8Array, signed: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = createPublicKey({ key: Buffer.concat([spki, publicKey]), format: 'der', type: 'spki' })
  return fits(null, signed, key, signature)
}

function stateIn(file: string): WitnessState | null {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as WitnessState
  } catch {
    throw new Misconfigured(`--state is wrong: ${file} is not what this command has written`)
  }
}

/**
 * `witness --url ADDRESS --state FILE [--key KEY] [--language en|mr]`: looks at the public log of any portal, compares it with the last look,
 * and says what is new. Exits with 1 if the log is not to be believed, 2 if it cannot be read. Source: rules §19.5.
 */
export const witness = command({ url: text, state: text, key: text, language: text }, async (given) => {
  const { url, state: file, key } = given
  if (url === undefined || !/^https?:\/\//.test(url))
    throw new Misconfigured('--url is missing: the address of the public log of a portal')
  if (file === undefined) throw new Misconfigured('--state is missing: the file in which the witness remembers the log')
  const language: Language = given.language === 'mr' ? 'mr' : 'en'
  const reader: LogReader = {
    language,
    t: (name, values) => translate(language, `publiclog:${name}`, values),
    when: (at) => formatDateTime(at, language),
  }
  const before = stateIn(file)
  const found = await look({
    read: readerOf(url),
    verify,
    before,
    now: Date.now(),
    ...(key !== undefined && { expected: { verifierKey: key } }),
  }).catch((error: unknown) => {
    if (!(error instanceof Unread)) throw error
    return error
  })
  if (found instanceof Unread) {
    say(translate(language, 'publiclog:unreachable', { why: found.message }))
    process.exitCode = 2
    return
  }
  if (!found.isWhole) {
    say(translate(language, 'publiclog:broken', { fault: faultWords(found.fault, reader) }))
    if (before) say(translate(language, 'publiclog:what-now', { file }))
    process.exitCode = 1
    return
  }
  const { origin, verifierKey } = found.state
  const words = { origin, size: found.size, key: verifierKey, since: before ? reader.when(before.seenAt) : '' }
  say(translate(language, `publiclog:${before ? (found.news.length ? 'grown' : 'unchanged') : 'first'}`, words))
  if (before) for (const leaf of found.news) say(`  ${leafWords(leaf, reader)}`)
  writeFileSync(`${file}.part`, `${JSON.stringify(found.state, null, 2)}\n`, { flush: true })
  renameSync(`${file}.part`, file)
})
