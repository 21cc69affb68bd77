/**
 * Several photographs of one document (JPEG) → one PDF with an A4 page for each, portrait or landscape like the
 * picture.
 */
export async function pagesToPdf(pictures: readonly { jpeg: Buffer; isWide: boolean }[]): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ autoFirstPage: false, margin: 0 })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', resolve)
    document.on('error', reject)
  })
  for (const { jpeg, isWide } of pictures) {
    document.addPage({ size: 'A4', layout: isWide ? 'landscape' : 'portrait', margin: 0 })
    const { width, height } = document.page
    document.image(jpeg, 18, 18, { fit: [width - 36, height - 36], align: 'center', valign: 'center' })
  }
  document.end()
  await done
  return Buffer.concat(chunks)
}
