import { randomBytes } from 'node:crypto'
import webPush from 'web-push'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { PushOrder } from '#server/adapters/sender.ts'
import { isPushAddress, mostPushDevices, pushDevicesHourly } from '#server/domain/messages/push.ts'
import type { RecordConsent } from '#server/domain/privacy/purposes.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import { renewEach, type Seal } from '#server/http/seal.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { hours } from '#server/kernel/time.ts'
import type { PushForm } from './schema'
import type { PushStore } from './store'

type Owner = { candidateId: number; language: Language }

type PushDeps = {
  db: Database
  store: PushStore
  clock: Clock
  limits: Pick<Limits, 'count'>
  seal: Pick<Seal<string>, 'close' | 'open' | 'renew'>
  /** The e-mail address by which a push service reaches the cell. */
  contact(): string
  onConsent: RecordConsent
  /** The demo sends nothing out of the house: its devices are there for its outbox alone. */
  isDemo: boolean
  /** An archive is read and sends nothing, so it needs no keys. */
  isArchive: boolean
}

/** To whom the seal of the private key belongs. */
const owner = (publicKey: string) => `push keys ${publicKey}`

/** The devices of candidates that take notifications, and the keys by which the portal reaches them. Source: rules §10.10. */
export function createPush(deps: PushDeps) {
  const { db, store, clock, limits, seal, contact, onConsent, isDemo, isArchive } = deps
  if (!isArchive && !store.keys()) {
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    store.keepKeys({ publicKey, sealed: seal.close(privateKey, owner(publicKey)) })
  }

  let opened: { sealed: string; pair: { publicKey: string; privateKey: string } | null } | null = null
  /** The pair; null where the server's secret does not open it. Opened once for each seal: every dashboard asks for it. */
  function keys() {
    const row = store.keys()
    if (!row) return null
    if (opened?.sealed !== row.sealed) {
      const { publicKey, sealed } = row
      const privateKey = seal.open(sealed, owner(publicKey))
      opened = { sealed, pair: privateKey === null ? null : { publicKey, privateKey } }
    }
    return opened.pair
  }

  /** Joins the transaction. */
  function endOf({ candidateId, language }: Owner): void {
    const devices = store.devicesOf(candidateId)
    for (const { id } of devices) store.drop(id)
    if (devices.length > 0) onConsent(candidateId, 'push', 'withdrawn', language)
  }

  /** Keeps a device for a candidate; whoever had it before loses it. Joins the transaction. */
  function keep({ candidateId, language }: Owner, form: PushForm, device: string): void {
    const before = store.byEndpoint(form.endpoint)
    if (before) store.drop(before.id)
    const others = store.devicesOf(candidateId)
    for (const { id } of others.slice(mostPushDevices - 1)) store.drop(id)
    const { endpoint, p256dh, auth } = form
    store.add({ candidateId, endpoint, p256dh, auth, device, createdAt: clock.real() })
    if (others.length === 0 && before?.candidateId !== candidateId) onConsent(candidateId, 'push', 'given', language)
  }

  return {
    /** What the page needs: the key for the browser (null where there are no notifications), and how many devices take them. */
    view: ({ candidateId }: Pick<Owner, 'candidateId'>) => ({
      key: keys()?.publicKey ?? null,
      devices: store.devicesOf(candidateId).map(({ device }) => device),
      isDemo,
    }),

    /**
     * Lets notifications come to this browser. Refusals: `push-unknown` (422) for an address that no push service of a browser
     * has, `push-off` (409) without keys, and 429.
     */
    add(actor: Owner, form: PushForm, device: string): Result<undefined> {
      if (!isPushAddress(form.endpoint)) return refuse('push-unknown', 422)
      if (!keys()) return refuse('push-off', 409)
      return db.transact((): Result<undefined> => {
        const now = clock.real()
        const { count, resetsAt } = limits.count(`push:${actor.candidateId}`, hours(1), now)
        if (count > pushDevicesHourly) return tooOften(Math.ceil((resetsAt - now) / 1000))
        keep(actor, form, device)
        return ok()
      })
    },

    /** In the demo: a device that stands for this browser, whose notifications its outbox shows. */
    addDemo(actor: Owner, device: string): Result<undefined> {
      if (!isDemo) return refuse('push-unknown', 422)
      const random = (bytes: number) => randomBytes(bytes).toString('base64url')
      const endpoint = `https://push.invalid/${random(16)}`
      db.transact(() => keep(actor, { endpoint, p256dh: random(65), auth: random(16) }, device))
      return ok()
    },

    /** Ends the notifications on all devices of a candidate. */
    end: (actor: Owner): void => db.transact(() => endOf(actor)),

    /** Ends them with every login of the candidate. Joins the transaction. */
    endWithLogins: (candidateId: number): void => endOf({ candidateId, language: store.languageOf(candidateId) }),

    /** What it takes to reach a candidate's device; null once it is not theirs any more, or the keys cannot be opened. */
    order(id: number, candidateId: number): Pick<PushOrder, 'device' | 'keys' | 'contact'> | null {
      const device = store.device(id)
      if (device?.candidateId !== candidateId) return null
      const pair = keys()
      const { endpoint, p256dh, auth } = device
      return pair && { device: { endpoint, p256dh, auth }, keys: pair, contact: contact() }
    },

    /** Forgets a device that no longer takes notifications. */
    drop: store.drop,

    /** Seals the private key anew under the server's present secret. Joins the transaction. */
    renewSeals() {
      const row = store.keys()
      return renewEach(
        row ? [row] : [],
        ({ publicKey, sealed }) => seal.renew(sealed, owner(publicKey)),
        (_, sealed) => store.putSealed(sealed),
      )
    },
  }
}

export type Push = ReturnType<typeof createPush>
