import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrPath } from '#server/features/desk/staff/qr.ts'

/** The path as a picture, each side of 1 four pixels wide. */
function drawn({ size, path }: { size: number; path: string }) {
  const side = size * 4
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y, wide] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++)
      data.fill(0, (row * side + Number(x) * 4) * 4, (row * side + (Number(x) + Number(wide)) * 4) * 4)
  for (let at = 3; at < data.length; at += 4) data[at] = 255
  return { width: side, height: side, data }
}

test.each([
  'otpauth://totp/Pravesh%3Aadmin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Pravesh&digits=6',
  'otpauth://totp/%E0%A4%AA%E0%A5%8D%E0%A4%B0%E0%A4%B5%E0%A5%87%E0%A4%B6?secret=JBSWY3DP',
  'X',
])('the code of a second factor says %s to whoever reads it', (text) => {
  expect(decodeQR(drawn(qrPath(text)))).toBe(text)
})
