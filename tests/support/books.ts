import { expect, onTestFinished } from 'vitest'
import type { Database } from '#db/client.ts'
import { brokenInvariants } from './invariants'
import type { TestPortal } from './portal'

/**
 * After the test, the seats and the money of the portal are right. `hasDossiers`: rounds were published by the product,
 * so the dossier of each is checked too.
 */
export const keepsBooks = (portal: Pick<TestPortal, 'services'>, { hasDossiers = false } = {}): void =>
  onTestFinished(async () => {
    expect(await brokenInvariants(portal.services, { hasDossiers })).toEqual([])
  })

/** The events that the captures among a test's own rows of payments leave behind. */
export const noteCaptures = ({ sqlite }: Pick<Database, 'sqlite'>): void =>
  void sqlite
    .prepare(
      `INSERT INTO payment_events (payment_id, gateway, event_id, kind, at)
       SELECT p.id, p.gateway, 'captured-' || p.id, 'captured', p.changed_at FROM payments p
       WHERE p.status = 'captured' AND NOT EXISTS (SELECT 1 FROM payment_events e WHERE e.payment_id = p.id)`,
    )
    .run()
