import encodeQR from 'qr'

/** A QR code with its quiet zone, as one path of squares of side 1 in a square of `size`. */
export type QrPath = { size: number; path: string }

export function qrPath(text: string): QrPath {
  const modules = encodeQR(text, 'raw', { ecc: 'medium' })
  const path = modules.flatMap((dark, row) =>
    dark.flatMap((isDark, from) => {
      if (!isDark || dark[from - 1]) return []
      const end = dark.indexOf(false, from)
      const wide = (end === -1 ? dark.length : end) - from
      return [`M${from} ${row}h${wide}v1h${-wide}z`]
    }),
  )
  return { size: modules.length, path: path.join('') }
}
