import type { CapRound } from '#server/domain/terms/cap-rounds.ts'

/**
 * The printables with a code, and the number of each inside the code. Never change a number: old papers would become
 * unknown.
 */
const printableNumbers = {
  'application-form': 1,
  receipt: 2,
  acknowledgement: 3,
  merit: 4,
  'option-form': 5,
  'allotment-letter': 6,
  'jk-letter': 7,
  'admission-receipt': 9,
  cancellation: 10,
} as const
export type PrintableKind = keyof typeof printableNumbers

/**
 * The contents of a code. `number`: the version of an application (0: a draft), the id of a payment or of an edition,
 * the round and version of an option form, the id of a seating of J&K migrants or of an admission, the number of a case.
 */
export type Printed = { kind: PrintableKind; candidateId: number; number: number }

/** Round and version of an option form as one number of 32 bits, and back. */
export const optionFormNumber = (round: CapRound, version: number): number => round * 0x1000000 + version
export const optionFormOf = (number: number): { round: number; version: number } => ({
  round: Math.floor(number / 0x1000000),
  version: number % 0x1000000,
})

/** Crockford's base 32: without I, L, O and U, to prevent misreadings and rude words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const subjectLength = 9
export const sealLength = 6
/** 15 bytes are exactly 24 characters. */
const codeLength = 24

/** The bytes that the portal seals: kind, candidate, number. */
export function subjectOf({ kind, candidateId, number }: Printed): Uint8Array {
  const bytes = new Uint8Array(subjectLength)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, printableNumbers[kind])
  view.setUint32(1, candidateId)
  view.setUint32(5, number)
  return bytes
}

/** `04G0-0005-80R4-…`: the printed code, with a seal that only this portal can make. `seal`: 6 bytes. */
export function encodeVerification(printed: Printed, seal: Uint8Array): string {
  if (seal.length !== sealLength) throw new RangeError(`a seal has ${sealLength} bytes`)
  const bytes = [...subjectOf(printed), ...seal]
  let text = ''
  for (let at = 0; at < bytes.length; at += 5) {
    // Five bytes are forty bits, or eight characters of five bits.
    let bits = bytes.slice(at, at + 5).reduce((sum, byte) => sum * 256 + byte, 0)
    let group = ''
    for (let n = 0; n < 8; n++) {
      group = alphabet[bits % 32] + group
      bits = Math.floor(bits / 32)
    }
    text += group
  }
  return text.match(/.{4}/g)!.join('-')
}

/**
 * The contents of a typed code and the seal that it claims; null if it cannot be one of our codes. Accepts small
 * letters, missing hyphens and the usual misreadings (O for 0, I and L for 1).
 */
export function decodeVerification(typed: string): { printed: Printed; seal: Uint8Array } | null {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  if (text.length !== codeLength) return null
  const bytes: number[] = []
  for (let at = 0; at < codeLength; at += 8) {
    let bits = 0
    for (const character of text.slice(at, at + 8)) {
      const value = alphabet.indexOf(character)
      if (value < 0) return null
      bits = bits * 32 + value
    }
    for (let shift = 4; shift >= 0; shift--) bytes.push(Math.floor(bits / 256 ** shift) % 256)
  }
  const all = Uint8Array.from(bytes)
  const view = new DataView(all.buffer)
  const entry = Object.entries(printableNumbers).find(([, number]) => number === view.getUint8(0))
  if (!entry) return null
  const printed = { kind: entry[0] as PrintableKind, candidateId: view.getUint32(1), number: view.getUint32(5) }
  return { printed, seal: all.slice(subjectLength) }
}
