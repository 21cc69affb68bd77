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

/** What marks of devices are signed with. Accounts of several courses have the same numbers, so a mark is good for one course. */
export type MarkKeys = PortalSecrets & { course: { slug: string } }

/** The mark of a device that has logged in to an account before; it holds no secret and needs no row. */
export function deviceMark({ secret, course }: MarkKeys, candidateId: number, nonce = newToken()): string {
  const signed = `device:${course.slug}:${candidateId}:${nonce}`
  return `${candidateId}.${nonce}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

/** The account whose mark this is; null for a forged one. It may be from the time of the earlier secret. */
export function ownerOfMark({ secret, previousSecret, course }: MarkKeys, mark: string | undefined): number | null {
  const [id = '', nonce] = mark?.split('.') ?? []
  if (!/^[1-9]\d{0,14}$/.test(id) || !nonce) return null
  const isMarkOf = (one: string | undefined) =>
    one !== undefined && isSame(mark!, deviceMark({ secret: one, course }, Number(id), nonce))
  return [secret, previousSecret].some(isMarkOf) ? Number(id) : null
}

export const isDeviceOf = (keys: MarkKeys, candidateId: number, mark: string | undefined): boolean =>
  ownerOfMark(keys, mark) === candidateId
