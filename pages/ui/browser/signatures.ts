/** The base point of Ed25519: a key that every browser takes, if it knows the curve. */
const basePoint = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)

const keyOf = (publicKey: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])

/** Can this browser check the portal's signatures? */
export const canVerify = (): Promise<boolean> =>
  keyOf(basePoint).then(
    () => true,
    () => false,
  )

/** Does this Ed25519 signature fit? `publicKey`: 32 bytes. */
export async function verify(publicKey: Uint8Array, text: Uint8Array, signature: Uint8Array): Promise<boolean> {
  return crypto.subtle.verify('Ed25519', await keyOf(publicKey.slice()), signature.slice(), text.slice())
}
