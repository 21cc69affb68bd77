import { create } from 'qrcode'

/** A QR code as one path of squares of side 1 in a square of `size`. */
export type QrPath = { size: number; path: string }

export function qrPath(text: string): QrPath {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  let path = ''
  for (let row = 0; row < modules.size; row++) {
    for (let from = 0; from < modules.size; from++) {
      let to = from
      while (to < modules.size && modules.get(row, to)) to++
      if (to > from) path += `M${from} ${row}h${to - from}v1h${from - to}z`
      from = to
    }
  }
  return { size: modules.size, path }
}
