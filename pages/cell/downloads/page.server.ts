import { afterPart } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import { PublicFileAct, PublicFileDraft } from '#server/features/content/content/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'

export const texts = ['content', 'documents', 'files', 'unfit', 'season'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.downloads')

/** The published PDFs, and the addresses that new ones can take. `missing`: the rules of the menu that are not on the pages. */
export function load({ services, language, base, cellBase, t }: DeskPage) {
  const nameOf = (address: string) => t(`shell:menu.${address}` as TextKey)
  const files = services.publicFiles.list()
  return {
    missing: uploadedPdfs.filter((rule) => files.every(({ address }) => address !== rule)).map(nameOf),
    rules: uploadedPdfs.map((rule) => ({ address: rule, name: nameOf(rule) })),
    back: services.setUp.isOpened() ? null : href(cellBase, 'set-up'),
    files: files.map(({ id, address, title, bytes, publishedAt }) => ({
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

/** A form without an intent uploads a file. */
export const action = async (page: DeskPage) => {
  const { intent } = page.posted
  if (intent === 'rules') return putRules(page)
  return intent === undefined ? put(page) : withdraw(page)
}

/** The rules of the menu in one go; before the opening the guide goes on. */
async function putRules(page: DeskPage) {
  const { services, actor, cellBase } = page
  const files = await page.files()
  if (!files.ok) return files
  const done = await services.publicFiles.putRules(actor, files.value)
  if (!done.ok) return done
  return page.redirect(services.setUp.isOpened() ? href(cellBase, 'downloads') : afterPart(page, 'documents'), {
    type: 'success',
    key: 'content:flash.rules-published',
    values: { count: done.value },
  })
}

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
