/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const constants = new Int32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

const blockBytes = 64
const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** How many characters are encoded at a time. */
const atOnce = 65_536

/**
 * SHA-256 of a text in UTF-8, in lower-case hexadecimal. A browser offers its own only on a secure connection and only for
 * a whole text; this one takes pieces, and works everywhere. Source: rules §14.9 (FIPS 180-4).
 */
export function sha256(pieces: Iterable<string>): string {
  const state = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const words = new Int32Array(64)
  const encoder = new TextEncoder()
  /** Bytes that do not fill a block yet. */
  let rest = new Uint8Array(0)
  let length = 0
  const take = (bytes: Uint8Array) => {
    length += bytes.length
    const all = new Uint8Array(rest.length + bytes.length)
    all.set(rest)
    all.set(bytes, rest.length)
    const whole = all.length - (all.length % blockBytes)
    for (let at = 0; at < whole; at += blockBytes) mix(state, all, at, words)
    rest = all.slice(whole)
  }
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < atOnce) continue
    take(encoder.encode(waiting))
    waiting = ''
  }
  take(encoder.encode(waiting))
  const bits = length * 8
  const end = new Uint8Array(9 + ((blockBytes + 55 - rest.length) % blockBytes))
  end[0] = 0x80
  const counter = new DataView(end.buffer)
  counter.setUint32(end.length - 8, Math.floor(bits / 2 ** 32))
  counter.setUint32(end.length - 4, bits >>> 0)
  take(end)
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Mixes the block that begins at a byte into the state. `words`: room for the schedule of the block. */
function mix(state: Int32Array, bytes: Uint8Array, start: number, words: Int32Array): void {
  for (let n = 0, at = start; n < 16; n++, at += 4) {
    words[n] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  }
  for (let n = 16; n < 64; n++) {
    const a = words[n - 15]!
    const b = words[n - 2]!
    const first = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const second = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[n] = (words[n - 16]! + first + words[n - 7]! + second) | 0
  }
  let a = state[0]!
  let b = state[1]!
  let c = state[2]!
  let d = state[3]!
  let e = state[4]!
  let f = state[5]!
  let g = state[6]!
  let h = state[7]!
  for (let n = 0; n < 64; n++) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[n]! + words[n]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0]! += a
  state[1]! += b
  state[2]! += c
  state[3]! += d
  state[4]! += e
  state[5]! += f
  state[6]! += g
  state[7]! += h
}
