import { createPublicKey, verify as verifyBytes } from 'node:crypto'
import { type WitnessState, type WitnessVerdict, witness } from '#server/domain/log/witness.ts'
import type { TestPortal } from './portal'

/** Node's own check of an Ed25519 signature. */
const fits = async (publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
  return verifyBytes(null, text, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

/** The files of a log, as a stranger has copied them. */
export type Mirror = Map<string, Buffer>

/** Reads a portal's log over HTTP as a stranger does; what is asked for is kept in `mirror`. */
export const readerOf =
  (portal: TestPortal, mirror: Mirror = new Map()) =>
  async (file: string) => {
    const response = await portal.app.inject({ url: `${portal.base}log/${file}` })
    if (response.statusCode !== 200) return null
    mirror.set(file, response.rawPayload)
    return new Uint8Array(response.rawPayload)
  }

export const readMirror = (mirror: Mirror) => async (file: string) => {
  const content = mirror.get(file)
  return content ? new Uint8Array(content) : null
}

/** A look at a log. */
export const look = (
  read: (file: string) => Promise<Uint8Array | null>,
  now: number,
  before: WitnessState | null = null,
  expected: { origin?: string; verifierKey?: string } = {},
): Promise<WitnessVerdict> => witness({ read, verify: fits, before, now, expected })

/** The state after a look that found nothing wrong. */
export async function seen(verdict: Promise<WitnessVerdict>) {
  const found = await verdict
  if (!found.isWhole) throw new Error(JSON.stringify(found.fault))
  return found
}
