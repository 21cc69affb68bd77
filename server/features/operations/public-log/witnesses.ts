import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import {
  clocksApart,
  cosignedAt,
  lineOf,
  readWitnessKey,
  type Verify,
  witnessedFile,
} from '#server/domain/log/cosignature.ts'
import {
  checkpointText,
  type Note,
  readNote,
  signatureLine,
  type VerifierKey,
  writtenKey,
} from '#server/domain/log/note.ts'
import type { Log } from '#server/kernel/background.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { PublicLogService } from './service'
import type { Cosignature, PublicLogStore } from './store'

type WitnessesDeps = {
  db: Database
  store: PublicLogStore
  clock: Clock
  publicLog: Pick<PublicLogService, 'head'>
  verify: Verify
  /** The keys that two persons of the cell have listed, in one line each; read at every use. */
  listed(): readonly string[]
  log: Pick<Log, 'warn'>
}

/** A signature that is this much newer than the one kept is kept in its place; ms. */
const newer = 60_000

/**
 * The signatures of witnesses below the heads of the public log. A witness sends the head that it has proved; it is kept only if a
 * listed key has signed the very head that the log has at that moment, so that none is ever shown below another one.
 * Source: rules §19.9.
 */
export function createWitnesses({ db, store, clock, publicLog, verify, listed, log }: WitnessesDeps) {
  const keys = (): VerifierKey[] => listed().flatMap((line) => readWitnessKey(line) ?? [])

  /** What listed witnesses have signed of the log, the newest first. */
  function kept(): Cosignature[] {
    const head = publicLog.head()
    const lines = new Set(listed())
    return head ? store.cosignatures(head.logId).filter(({ verifierKey }) => lines.has(verifierKey)) : []
  }

  /** Keeps a signature, checked before, if it is below the newest head; joins the caller's transaction. */
  function keep(key: VerifierKey, signed: Note, at: number): Result<{ size: number; at: number }> {
    const head = publicLog.head()
    if (!head) return refuse('not-the-head', 409, { params: { size: 0 } })
    if (signed.text !== checkpointText(head)) {
      log.warn({ witness: key.name, signed: signed.text }, 'a witness has signed another head of the public log')
      return refuse('not-the-head', 409, { params: { size: head.size } })
    }
    if (at > clock.real() + clocksApart) return refuse('witness-ahead', 422)
    if (at < head.loggedAt - clocksApart) return refuse('witness-early', 422)
    const verifierKey = writtenKey(key)
    const before = store.cosignatures(head.logId).find((one) => one.verifierKey === verifierKey)
    const { size } = head
    if (before?.size === size && at < before.at + newer) return ok({ size, at: before.at })
    const note = head.checkpoint + signatureLine(lineOf(key, signed)!)
    store.keepCosignature({ logId: head.logId, verifierKey, size, at, note })
    return ok({ size, at })
  }

  return {
    /**
     * Takes a head that a witness has signed, as a signed note. Refusals: `no-note` (400), `unknown-witness` (403),
     * `forged-witness` (403), `not-the-head` (409) with the size of the newest one, `witness-ahead` and `witness-early` (422).
     */
    async take(text: string): Promise<Result<{ size: number; at: number }>> {
      const note = readNote(text)
      if (!note) return refuse('no-note', 400)
      const key = keys().find((one) => lineOf(one, note))
      if (!key) return refuse('unknown-witness', 403)
      const at = await cosignedAt(key, note, verify)
      if (at === null) return refuse('forged-witness', 403)
      return db.transact(() => keep(key, note, at))
    },

    /** The newest head that the witness of this file has signed, as a signed note; null if there is none. */
    file(name: string): string | null {
      const key = keys().find((one) => witnessedFile(one) === name)
      return key ? (kept().find(({ verifierKey }) => verifierKey === writtenKey(key))?.note ?? null) : null
    },

    /** A checkpoint with the signatures of all witnesses who have signed this very head below that of the log. */
    below(checkpoint: string): string {
      const text = readNote(checkpoint)?.text
      const lines = kept().flatMap(({ note }) => {
        const signed = readNote(note)
        return signed?.text === text ? signed!.signatures.slice(-1).map(signatureLine) : []
      })
      return checkpoint + lines.join('')
    },

    /** The listed witnesses, in their order, with what each has signed last. */
    list(): { name: string; verifierKey: string; seen: { size: number; at: number } | null }[] {
      const seen = kept()
      return keys().map((key) => {
        const verifierKey = writtenKey(key)
        const last = seen.find((one) => one.verifierKey === verifierKey)
        return { name: key.name, verifierKey, seen: last ? { size: last.size, at: last.at } : null }
      })
    },
  }
}

export type Witnesses = ReturnType<typeof createWitnesses>
