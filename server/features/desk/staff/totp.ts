import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 with the parameters every authenticator application supports: SHA-1, six digits, half a minute. */
const stepLength = 30_000
const digits = 6
export const totpPattern = `^[0-9]{${digits}}$`
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 random bits in base32: the secret of a second factor, as people can type it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

function toBase32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The code of a time step. */
function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac[19]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** The code that an authenticator shows at a moment, epoch milliseconds. */
export const totpCode = (secret: string, now: number): string => codeAt(secret, Math.floor(now / stepLength))

/**
 * The time step of this code, one step of clock difference either way, or null. Steps up to `lastUsed` are used up: a
 * code seen over a shoulder is worth nothing.
 */
export function matchTotp(secret: string, code: string, now: number, lastUsed: number | null): number | null {
  const current = Math.floor(now / stepLength)
  const step = [current - 1, current, current + 1].find((candidate) => codeAt(secret, candidate) === code)
  if (step === undefined || step === lastUsed) return null
  // A step in the future was used while the clock ran ahead: it must not block today's codes.
  const isAhead = lastUsed !== null && lastUsed > current + 1
  return lastUsed !== null && step <= lastUsed && !isAhead ? null : step
}

/** The address in the QR code for an authenticator application; absent parameters have their usual values. */
export function totpAddress(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer })
  // Authenticators read a plus as a plus, not as a space.
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${query.toString().replace(/\+/g, '%20')}`
}
