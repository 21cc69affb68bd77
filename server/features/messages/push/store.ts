import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { candidates } from '#db/schema/accounts.ts'
import { pushDevices, pushKeys } from '#db/schema/push.ts'

type DeviceRow = typeof pushDevices.$inferSelect
type KeysRow = Pick<typeof pushKeys.$inferSelect, 'publicKey' | 'sealed'>

/** The only writer of push devices and of the portal's keys for them. Everything joins the caller's transaction. */
export function pushStore({ orm, sqlite }: Database) {
  const devicesOf = sqlite.prepare<[number], DeviceRow>(
    `SELECT id, candidate_id AS candidateId, endpoint, p256dh, auth, device, created_at AS createdAt
     FROM push_devices WHERE candidate_id = ? ORDER BY id DESC`,
  )
  const keys = sqlite.prepare<[], KeysRow>('SELECT public_key AS publicKey, sealed FROM push_keys')
  return {
    device: (id: number): DeviceRow | undefined => orm.select().from(pushDevices).where(eq(pushDevices.id, id)).get(),

    /** A candidate's devices, the newest first. */
    devicesOf: (candidateId: number): DeviceRow[] => devicesOf.all(candidateId),

    byEndpoint: (endpoint: string): DeviceRow | undefined =>
      orm.select().from(pushDevices).where(eq(pushDevices.endpoint, endpoint)).get(),

    add: (row: Omit<DeviceRow, 'id'>): void => void orm.insert(pushDevices).values(row).run(),

    drop: (id: number): void => void orm.delete(pushDevices).where(eq(pushDevices.id, id)).run(),

    languageOf: (candidateId: number) =>
      orm.select({ language: candidates.language }).from(candidates).where(eq(candidates.id, candidateId)).get()!
        .language,

    keys: (): KeysRow | undefined => keys.get(),

    /** Keeps the pair unless there is one: of several processes that make it, one is first. */
    keepKeys: (row: KeysRow): void =>
      void orm
        .insert(pushKeys)
        .values({ id: 1, ...row })
        .onConflictDoNothing()
        .run(),

    putSealed: (sealed: string): void => void orm.update(pushKeys).set({ sealed }).run(),
  }
}

export type PushStore = ReturnType<typeof pushStore>
