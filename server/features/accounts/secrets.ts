import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { otpLength } from '../../domain/portal/otp'
import { newToken } from '../../http/tokens'

export { hashToken, newToken } from '../../http/tokens'

export const newOtp = (): string => String(randomInt(10 ** otpLength)).padStart(otpLength, '0')

/** A plain hash of a few digits can be guessed, so this one includes the server's secret and the row's number. */
export const hashOtp = (secret: string, id: number, otp: string): string =>
  createHmac('sha256', secret).update(`otp:${id}:${otp}`).digest('base64url')

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The mark of a device that has logged in to an account before; it holds no secret and needs no row. */
export function deviceMark(secret: string, candidateId: number, nonce = newToken()): string {
  return `${candidateId}.${nonce}.${createHmac('sha256', secret).update(`device:${candidateId}:${nonce}`).digest('base64url')}`
}

export function isDeviceOf(secret: string, candidateId: number, mark: string | undefined): boolean {
  const [id, nonce] = mark?.split('.') ?? []
  return id === String(candidateId) && !!nonce && isSame(mark!, deviceMark(secret, candidateId, nonce))
}
