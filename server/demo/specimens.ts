import sharp from 'sharp'
import type { FileStorage } from '#server/adapters/file-storage/file-storage.ts'
import { type FileKind, pictureRules } from '#server/domain/application/document-rules.ts'
import { documentKinds } from '#server/domain/application/required-documents.ts'

/** A generated file, in the form in which uploads are stored. */
type Specimen = { bytes: Buffer; mediaType: 'image/jpeg'; pages: 1; originalName: string }

const word = (x: number, y: number, size: number, colour: string) =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" font-size="${size}" fill="${colour}" text-anchor="middle">DEMO</text>`

const [skins, hairs, shirts] = [
  ['#c98f64', '#a8713f', '#8a5a34', '#d9a577'],
  ['#1d1512', '#2c1e17', '#0f0f12', '#3a2a20'],
  ['#22657f', '#7a3b52', '#3d6b45', '#5a4d8a'],
]

const pick = (list: readonly string[], at: number) => list[at % list.length]!

/** A drawn face of nobody in particular. `variant` changes hair, shirt and skin. */
function face(variant: number): string {
  const { width, height } = pictureRules.photo
  const hair = pick(hairs, variant)
  const hasLongHair = variant % 2 === 0
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 413 531">
    <rect width="413" height="531" fill="#eef3f6"/>
    ${hasLongHair ? `<path d="M100 250c0-150 60-190 106-190s106 40 106 190v130H100z" fill="${hair}"/>` : ''}
    <path d="M40 531c0-110 70-150 166-150s167 40 167 150z" fill="${pick(shirts, variant)}"/>
    <path d="M172 330h70v70c-20 24-50 24-70 0z" fill="${pick(skins, variant + 1)}"/>
    <ellipse cx="207" cy="245" rx="88" ry="112" fill="${pick(skins, variant)}"/>
    <path d="M112 225c0-100 50-140 95-140s95 40 95 140c-16-60-44-78-95-78s-80 18-95 78z" fill="${hair}"/>
    <circle cx="172" cy="245" r="9" fill="#221a16"/><circle cx="242" cy="245" r="9" fill="#221a16"/>
    <path d="M152 220q20-12 40 0M222 220q20-12 40 0" stroke="${hair}" stroke-width="7" fill="none"/>
    <path d="M207 250l-10 36h20" stroke="#5b3a22" stroke-width="4" fill="none" stroke-linejoin="round"/>
    <path d="M175 312q32 22 64 0" stroke="#7c2f2f" stroke-width="6" fill="none" stroke-linecap="round"/>
    ${word(206, 512, 34, '#ffffff')}
  </svg>`
}

function squiggle(variant: number): string {
  const { width, height } = pictureRules.signature
  const lift = 20 + (variant % 5) * 8
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#fff"/>
    <path d="M40 110c30-${70 + lift} 50-${60 + lift} 40 0s-20 30 0 10 30-50 50-40-20 60 10 40 30-${30 + lift} 50-20 0 40 30 20 40-60 60-40-10 60 20 40 60-20 90-${lift}" fill="none" stroke="#1b2a63" stroke-width="4" stroke-linecap="round"/>
    ${word(340, 160, 22, '#b9c3cc')}
  </svg>`
}

function certificate(): string {
  const line = (y: number, width: number) =>
    `<rect x="140" y="${y}" width="${width}" height="14" rx="7" fill="#c9d2d8"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1414">
    <rect width="1000" height="1414" fill="#fffdf6"/>
    <rect x="40" y="40" width="920" height="1334" fill="none" stroke="#22657f" stroke-width="6"/>
    <rect x="56" y="56" width="888" height="1302" fill="none" stroke="#22657f" stroke-width="2"/>
    <circle cx="500" cy="210" r="80" fill="none" stroke="#22657f" stroke-width="6"/>
    ${word(500, 226, 46, '#22657f')}
    ${[400, 440, 480].map((y, at) => line(y, 720 - at * 120)).join('')}
    ${[600, 640, 680, 720, 760, 800].map((y, at) => line(y, 720 - (at % 3) * 90)).join('')}
    <g transform="rotate(-35 500 760)" opacity="0.35">${word(500, 820, 230, '#a82f2f')}</g>
    <circle cx="760" cy="1180" r="90" fill="none" stroke="#7a3b52" stroke-width="5"/>
    ${line(1240, 260)}
  </svg>`
}

const made = async (svg: string, name: string): Promise<Specimen> => ({
  bytes: await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer(),
  mediaType: 'image/jpeg',
  pages: 1,
  originalName: `${name}-demo.jpg`,
})

/** A specimen in a portal's folder, with the columns of its row in `documents`. */
export type KeptSpecimen = { hash: string; mediaType: string; bytes: number; pages: number; originalName: string }

const variants = 8
let drawn: Promise<Specimen[]> | undefined

/** A copy with a comment inside: the same picture, but another file, as no two papers of a person are one. */
const copyOf = ({ bytes, ...facts }: Specimen, comment: string): Specimen => {
  const mark = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  const start = bytes.subarray(0, 2)
  return {
    ...facts,
    bytes: Buffer.concat([start, mark, Buffer.from(comment, 'latin1'), bytes.subarray(2)]),
    originalName: `${comment}-demo.jpg`,
  }
}

/** Every specimen: faces, then signatures, then a certificate of each kind. Drawn once for all portals of a process. */
async function drawAll(): Promise<Specimen[]> {
  const [one, ...pictures] = await Promise.all([
    made(certificate(), 'certificate'),
    ...Array.from({ length: variants }, (_, variant) => made(face(variant), 'photograph')),
    ...Array.from({ length: variants }, (_, variant) => made(squiggle(variant), 'signature')),
  ])
  return [...pictures, ...documentKinds.map((kind) => copyOf(one!, kind))]
}

/**
 * Stores every specimen in a portal's folder. Each is drawn by program and says DEMO. Returns the choice of file for
 * each person: one person's files go together, and faces with an even `variant` have long hair.
 */
export async function keepSpecimens(
  files: Pick<FileStorage, 'keep'>,
): Promise<(kind: FileKind, variant: number) => KeptSpecimen> {
  drawn ??= drawAll()
  const kept = await Promise.all(
    (await drawn).map(async ({ bytes, ...facts }): Promise<KeptSpecimen> => {
      const hash = await files.keep(bytes)
      if (!hash.ok) throw new Error(`the demo's files cannot be kept: ${hash.refusal.code}`)
      return { ...facts, hash: hash.value, bytes: bytes.length }
    }),
  )
  return (kind, variant) => {
    if (kind === 'photo') return kept[variant % variants]!
    if (kind === 'signature') return kept[variants + (variant % variants)]!
    return kept[2 * variants + documentKinds.indexOf(kind)]!
  }
}
