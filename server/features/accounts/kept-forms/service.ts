import { randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { KeptForm } from '#server/http/kept-form.ts'
import { renewEach, type Seal } from '#server/http/seal.ts'
import { hours } from '#server/kernel/time.ts'
import type { KeptFormsStore } from './store'

/** Browsers drop a longer cookie. */
const roomInCookie = 3800
/** Marks a cookie that holds a row's key instead of the form; sealed text never begins with it. */
const keyMark = '~'
/** The lifetime of a kept form, in a cookie or a row. */
const lifetime = hours(1)
/** The most rows per candidate; the oldest ones are deleted. */
const mostRows = 3

type KeptFormsDeps = {
  db: Database
  store: KeptFormsStore
  clock: Pick<Clock, 'real'>
  seal: Pick<Seal<string>, 'close' | 'open' | 'renew'>
}

/**
 * Carries a form across a login: in a cookie, or in the database if it is too large for one. It is sealed for its
 * owner, so that it fills nobody else's form on a shared device.
 */
export function createKeptForms({ db, store, clock, seal }: KeptFormsDeps) {
  return {
    /** Keeps a form and returns the value of the cookie that finds it again. */
    keep(form: KeptForm, candidateId: number): string {
      const sealed = seal.close(deflateRawSync(JSON.stringify(form)).toString('base64'), String(candidateId))
      if (sealed.length <= roomInCookie) return sealed
      const key = randomBytes(16).toString('base64url')
      db.transact(() => {
        store.add(key, candidateId, sealed, clock.real())
        store.dropBeyond(candidateId, mostRows)
      })
      return keyMark + key
    },

    /** The form that a cookie holds or names; null if it is another candidate's, too old, or damaged. */
    open(cookie: string, candidateId: number): KeptForm | null {
      const now = clock.real()
      const sealed = cookie.startsWith(keyMark)
        ? store.find(cookie.slice(keyMark.length), candidateId, now - lifetime, now)
        : cookie
      const text = sealed === undefined ? null : seal.open(sealed, String(candidateId))
      return text === null ? null : JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString())
    },

    /** Seals the kept forms anew under the server's present secret. Joins the transaction. */
    renewSeals: () =>
      renewEach(
        store.all(),
        ({ sealed, candidateId }) => seal.renew(sealed, String(candidateId)),
        ({ key }, sealed) => store.putSealed(key, sealed),
      ),

    /** A job: deletes expired rows, and those kept while the clock was ahead. */
    purge: (): void => store.purge(clock.real() - lifetime, clock.real()),
  }
}
