import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const faces = readFileSync('pages/ui/tokens.css', 'utf8').match(/@font-face \{[^}]*"Poppins Stand-in[^}]*\}/g)!
const percent = (face: string, name: string) => Number(new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1])

test('each stand-in for Poppins takes only a font of the device, and has lines as high as those of Poppins', () => {
  expect(faces).toHaveLength(6)
  for (const face of faces) {
    expect(face).not.toContain('url(')
    const size = percent(face, 'size-adjust') / 100
    expect(percent(face, 'ascent-override') * size).toBeCloseTo(105, 0)
    expect(percent(face, 'descent-override') * size).toBeCloseTo(35, 0)
    expect(percent(face, 'line-gap-override') * size).toBeCloseTo(10, 0)
  }
})
