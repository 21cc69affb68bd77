import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../../pages/ui/tokens.css', import.meta.url), 'utf8')
const token = (name: string) => {
  const value = new RegExp(`--${name}: (#[0-9a-f]{3,6});`).exec(css)?.[1]
  if (!value) throw new Error(`no token ${name}`)
  return value
}

/** Source: WCAG 2.2, "relative luminance". */
function luminance(hex: string): number {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(token(one)), luminance(token(other))].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const texts: [text: string, ground: string][] = [
  ['ink', 'card'],
  ['ink', 'page'],
  ['ink-2', 'card'],
  ['ink-2', 'page'],
  ['ink-2', 'primary-tint'],
  ['ink-2', 'error-tint'],
  ['primary-ink', 'card'],
  ['primary-ink', 'page'],
  ['primary-ink', 'primary-tint'],
  ['primary-deep', 'primary-tint'],
  ['error-ink', 'card'],
  ['error-ink', 'error-tint'],
  ['success-ink', 'success-tint'],
  ['warning-ink', 'warning-tint'],
  ['info-ink', 'info-tint'],
  ['card', 'primary-ink'],
  ['card', 'primary-deep'],
  ['card', 'error-ink'],
]

test.each(texts)('%s is readable on %s', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
})

const shapes: [shape: string, ground: string][] = [
  ['edge', 'card'],
  ['edge', 'page'],
  ['error', 'card'],
  ['primary', 'card'],
  ['primary', 'page'],
  ['primary-deep', 'focus'],
  ['primary-deep', 'page'],
]

test.each(shapes)('%s is visible on %s', (shape, ground) => {
  expect(contrast(shape, ground)).toBeGreaterThanOrEqual(3)
})
