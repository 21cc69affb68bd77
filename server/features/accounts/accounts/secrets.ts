import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { otpLength } from '#server/domain/accounts/otp.ts'
import type { PortalSecrets } from '#server/http/seal.ts'
import { newToken } from '#server/http/tokens.ts'

export { hashToken, newToken } from '#server/http/tokens.ts'

export const newOtp = (): string => String(randomInt(10 ** otpLength)).padStart(otpLength, '0')

/** A plain hash of a few digits can be guessed, so this one includes the server's secret and the row's number. */
export const hashOtp = (secret: string, id: number, otp: string): string =>
  createHmac('sha256', secret).update(`otp:${id}:${otp}`).digest('base64url')

/** True if this is the OTP of the hash, which may be from the time of the earlier secret. */
export const isOtpOf = (hash: string, { secret, previousSecret }: PortalSecrets, id: number, otp: string): boolean =>
  [secret, previousSecret].some((one) => one !== undefined && isSame(hash, hashOtp(one, id, otp)))

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The mark of a device that has logged in to an account before; it holds no secret and needs no row. */
export function deviceMark(secret: string, candidateId: number, nonce = newToken()): string {
  return `${candidateId}.${nonce}.${createHmac('sha256', secret).update(`device:${candidateId}:${nonce}`).digest('base64url')}`
}

/** The mark may be from the time of the earlier secret. */
export function isDeviceOf(secrets: PortalSecrets, candidateId: number, mark: string | undefined): boolean {
  const [id, nonce] = mark?.split('.') ?? []
  const isMarkOf = (secret: string | undefined) =>
    secret !== undefined && isSame(mark!, deviceMark(secret, candidateId, nonce))
  return id === String(candidateId) && !!nonce && [secrets.secret, secrets.previousSecret].some(isMarkOf)
}
