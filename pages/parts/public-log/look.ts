import { stored } from '#pages/ui/browser/stored.ts'
import { fileIn } from '#server/domain/log/reading.ts'
import { type WitnessState, witness } from '#server/domain/log/witness.ts'
import { faultWords, type LogReader, leafWords, sightingWords, unreadWords } from '#server/domain/log/words.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What a look has found, in words. `seenBy`: what the witnesses have signed. */
export type Seen = { tone: 'ok' | 'warn' | 'error'; says: string; news: string[]; seenBy: string[] }

/** The newest entries that are named; a first look would name hundreds. */
const mostNamed = 50

async function read(address: string, file: string): Promise<Uint8Array | null> {
  return fileIn(await fetch(`${address}/${file}`, { cache: 'no-cache' }), { address, file, now: Date.now() })
}

async function verify(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey.slice(), 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', key, signature.slice(), text.slice())
}

/** What this browser remembers of a log; null for nothing, and for what is not its own. */
function remembered(text: string | null): WitnessState | null {
  try {
    const state = JSON.parse(text ?? 'null') as WitnessState | null
    return state && typeof state.size === 'number' && Array.isArray(state.seen) ? state : null
  } catch {
    return null
  }
}

/** Looks at a portal's log as a stranger does, and remembers it in this browser. Source: rules §19.5. */
export async function look(
  address: string,
  { language, t, names }: { language: 'en' | 'mr'; t: Translate; names: Readonly<Record<string, string>> },
): Promise<Seen> {
  const device = stored(() => localStorage)
  const key = `public-log ${address}`
  const reader: LogReader = {
    language,
    t: (name, values) => t(`publiclog:${name}`, values),
    when: (at) => formatDateTime(at, language),
    setting: (name) => names[name],
  }
  const before = remembered(device.get(key))
  const found = await witness({ read: (file) => read(address, file), verify, before, now: Date.now() }).catch(
    (error: unknown) => unreadWords(error, reader),
  )
  if (typeof found === 'string') return { tone: 'warn', says: found, news: [], seenBy: [] }
  if (!found.isWhole)
    return {
      tone: 'error',
      says: t('publiclog:broken', { fault: faultWords(found.fault, reader) }),
      news: [],
      seenBy: [],
    }
  device.set(key, JSON.stringify(found.state))
  const { origin, verifierKey } = found.state
  const words = { origin, size: found.size, key: verifierKey, since: before ? reader.when(before.seenAt) : '' }
  const seenBy = sightingWords(found.sightings, found.size, reader)
  if (!before) return { tone: 'ok', says: t('publiclog:first', words), news: [], seenBy }
  if (!found.news.length) return { tone: 'ok', says: t('publiclog:unchanged', words), news: [], seenBy }
  const named = found.news.slice(-mostNamed).map((leaf) => leafWords(leaf, reader))
  return { tone: 'ok', says: t('publiclog:grown', words), news: named, seenBy }
}
