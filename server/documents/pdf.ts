import { createRequire } from 'node:module'
import type { Language } from '../kernel/languages'

type TextStyle = { size: number; bold?: boolean; align?: 'left' | 'center'; color?: string }

/** The few strokes that a page of ours is drawn with. */
export type PdfPage = { text(words: string, style: TextStyle): void; space(points: number): void }

const require = createRequire(import.meta.url)
const fonts = {
  regular: '@expo-google-fonts/poppins/400Regular/Poppins_400Regular.ttf',
  bold: '@expo-google-fonts/poppins/600SemiBold/Poppins_600SemiBold.ttf',
}

/**
 * An A4 PDF drawn by `draw`. Poppins holds Latin and Devanagari; every run carries its words as `ActualText`, without
 * which shaped Marathi could be neither searched nor copied. pdfkit is loaded on the first use: most runs need none.
 */
export async function createDocument(
  { title, language }: { title: string; language: Language },
  draw: (page: PdfPage) => void,
): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: 'A4',
    margin: 56,
    lang: language,
    displayTitle: true,
    info: { Title: title },
    tagged: true,
    pdfVersion: '1.5',
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  for (const [name, file] of Object.entries(fonts)) document.registerFont(name, require.resolve(file))
  draw({
    text(words, { size, bold = false, align = 'left', color = '#16242b' }) {
      document
        .font(bold ? 'bold' : 'regular')
        .fontSize(size)
        .fillColor(color)
      document.markContent('Span', { actual: words })
      document.text(words, { align })
      document.endMarkedContent()
    },
    space: (points) => void document.moveDown(points / document.currentLineHeight()),
  })
  document.end()
  await done
  return Buffer.concat(chunks)
}
