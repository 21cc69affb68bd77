import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { documentRules } from '#server/domain/application/document-rules.ts'
import { prepare } from '#server/features/application/documents/prepare.ts'
import { pdf, type TestFile } from '#tests/support/files.ts'
import { ownFolder } from './own-folder'

/**
 * `npm run bench -- papers`: the processor time that it takes to judge an uploaded file and to make it anew, beside the
 * small PDF that a season's people send. The photographs are of a page of text, with the noise of a phone's camera.
 */
const times = 9

const folder = ownFolder('papers')

async function photographed(width: number, height: number): Promise<Buffer> {
  const line = (n: number) =>
    `<text x="6%" y="${4 + n * 2.3}%" font-size="${height / 60}">Statement of marks of an invented candidate, line ${n}, 67 of 100</text>`
  const text = `<svg width="${width}" height="${height}">${Array.from({ length: 40 }, (_, n) => line(n)).join('')}</svg>`
  return sharp({
    create: { width, height, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 200, sigma: 4 } },
  })
    .composite([{ input: Buffer.from(text) }])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** The processor's milliseconds for a file, the middle of nine, all threads added; bytes as they came and as they are kept. */
async function measure(kind: 'ssc-marksheet' | 'photo', { name, content }: TestFile) {
  const file = path.join(folder, name)
  writeFileSync(file, content)
  const uploaded = { path: file, bytes: content.length, at: 0, field: 'file', isTooLarge: false, originalName: name }
  const each: number[] = []
  let kept = 0
  for (let n = 0; n <= times; n++) {
    const before = process.cpuUsage()
    const made = await prepare(kind, [uploaded], async () => undefined)
    const { user, system } = process.cpuUsage(before)
    if (!made.ok) throw new Error(`${name}: ${made.refusal.code}`)
    kept = made.value.bytes.length
    // The first one loads the libraries.
    if (n > 0) each.push((user + system) / 1000)
  }
  return { milliseconds: each.sort((a, b) => a - b)[times >> 1]!, sent: content.length, kept }
}

const longest = documentRules.longestSide
const small = { name: 'scan.pdf', content: await pdf(2) }
const rows = [
  ['A PDF of two pages, as in a season', 'ssc-marksheet', small],
  [
    `A photographed page, drawn by the script of the form (${longest} px)`,
    'ssc-marksheet',
    [(longest * 3) / 4, longest],
  ],
  ['The same of 1600 px', 'ssc-marksheet', [1200, 1600]],
  ['The same as the phone took it, without script (4000 px)', 'ssc-marksheet', [3000, 4000]],
  ['A photograph of a person (1600 px)', 'photo', [1200, 1600]],
] as const
console.log('| A file | Sent, kilobytes | Kept, kilobytes | Processor time | Beside the first |\n|---|---|---|---|---|')
let first = 0
for (const [what, kind, paper] of rows) {
  const file = 'name' in paper ? paper : { name: 'photo.jpg', content: await photographed(paper[0], paper[1]) }
  const { milliseconds, sent, kept } = await measure(kind, file)
  first ||= milliseconds
  const kilobytes = (bytes: number) => Math.ceil(bytes / 1024)
  console.log(
    `| ${what} | ${kilobytes(sent)} | ${kilobytes(kept)} | ${milliseconds.toFixed(1)} ms | ${(milliseconds / first).toFixed(1)} × |`,
  )
}
process.exit(0)
