import { href } from '#pages/ui/href.ts'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { PublicFileAct, PublicFileDraft } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

export const texts = ['content', 'documents', 'files', 'unfit'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.downloads')

/** The published PDFs, and the addresses that new ones can take. */
export function load({ services, language, base, t }: DeskPage) {
  const nameOf = (address: string) => t(`shell:menu.${address}` as TextKey)
  return {
    files: services.publicFiles.list().map(({ id, address, title, bytes, publishedAt }) => ({
      id,
      title: title[language],
      at: address === null ? null : nameOf(address),
      size: Math.ceil(bytes / 1024),
      time: formatDateTime(publishedAt, language),
      href: href(base, 'file/:id.pdf', { id }),
    })),
    places: uploadedPdfs.map((address) => ({ value: address, label: nameOf(address) })),
  }
}

/** A form with an intent withdraws a file; any other form uploads one. */
export const action = async (page: DeskPage) => ('intent' in page.posted ? withdraw(page) : put(page))

async function put(page: DeskPage) {
  const form = page.form(PublicFileDraft)
  if (!form.ok) return form
  const files = await page.files()
  if (!files.ok) return files
  const done = await page.services.publicFiles.put(page.actor, form.value, files.value)
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'downloads'), {
    type: 'success',
    key: 'content:flash.file-published',
    values: { title: done.value.title[page.language] },
  })
}

function withdraw(page: DeskPage) {
  const form = page.form(PublicFileAct)
  if (!form.ok) return form
  const done = page.services.publicFiles.withdraw(page.actor, Number(form.value.id))
  if (!done.ok) return done
  return page.redirect(href(page.cellBase, 'downloads'), { type: 'success', key: 'content:flash.file-withdrawn' })
}
