import { createHmac, randomBytes } from 'node:crypto'

/** RFC 6238 with what every authenticator application knows: SHA-1, six digits, half a minute. */
const stepLength = 30_000
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
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The code that an authenticator shows at a moment, epoch milliseconds. */
export const totpCode = (secret: string, now: number): string => codeAt(secret, Math.floor(now / stepLength))

/**
 * The time step whose code this is, one step of clock difference either way, or null. Steps up to `lastUsed` have served:
 * a code that was seen over a shoulder is worth nothing.
 */
export function matchTotp(secret: string, code: string, now: number, lastUsed: number | null): number | null {
  const current = Math.floor(now / stepLength)
  const step = [current - 1, current, current + 1].find((candidate) => codeAt(secret, candidate) === code)
  return step === undefined || (lastUsed !== null && step <= lastUsed) ? null : step
}

/** What an authenticator application reads from the QR code; what it does not say is as everywhere. */
export function totpAddress(secret: string, issuer: string, account: string): string {
  const query = new URLSearchParams({ secret, issuer })
  // Authenticators take a plus for a plus.
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?${query.toString().replace(/\+/g, '%20')}`
}
