import { longestSearch } from '#pages/parts/notices/views.ts'
import { href } from '#pages/ui/href.ts'
import { typeKey } from '#server/domain/application/form/type-of-candidature.ts'
import { proformaOf } from '#server/domain/application/proformas.ts'
import { documentsOfCourse } from '#server/domain/application/required-documents.ts'
import { categories } from '#server/domain/terms/claims.ts'
import { madePdfs, publicPdfs, titlesOfPdfs } from '#server/domain/terms/public-pdfs.ts'
import type { Page } from '#server/features/index.ts'
import { formatDate } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import { latest } from '#server/kernel/time.ts'

export const texts = ['downloads', 'proformas', 'worksheet'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) =>
  latest(...services.publicFiles.list().map(({ publishedAt }) => publishedAt))

/** The documents of the menu, the blank proformas, and all other files that the cell has published; `?q=` searches them. */
export function load({ services, language, base, t, query }: Page) {
  const q = query.q?.trim().slice(0, longestSearch) ?? ''
  const isSought = seek(q)
  const isAsked = (...said: readonly string[]) => isSought(saidBy(...said))
  const files = services.publicFiles.list()
  const facts = ({ bytes, publishedAt }: { bytes: number; publishedAt: number }) =>
    t('downloads:facts', { size: Math.ceil(bytes / 1024), date: formatDate(publishedAt, language) })
  const named = publicPdfs
    .map((address) => {
      const put = files.find((file) => file.address === address)
      const isMade = (madePdfs as readonly string[]).includes(address)
      return {
        address,
        title: t(titlesOfPdfs[address]),
        href: href(base, address),
        facts: put ? facts(put) : t(isMade ? 'downloads:made' : 'downloads:sample'),
      }
    })
    .filter(({ title }) => isAsked(title))
  const proformas = documentsOfCourse(services.course.form).flatMap((kind) => {
    const name = proformaOf(kind)?.name
    if (name === undefined) return []
    const [title, about] = [t(`proformas:${name}.title`), t(`proformas:${name}.for`)]
    if (!isAsked(title, about)) return []
    return [{ name, title, about, href: href(base, 'download/proforma-:name.pdf', { name }) }]
  })
  const more = files
    .filter(({ address, title }) => address === null && isAsked(title.en, title.mr))
    .map((file) => ({
      id: file.id,
      title: file.title[language],
      href: href(base, 'file', undefined, { id: file.id }),
      facts: facts(file),
    }))
  const worksheet = isAsked(t('worksheet:title'), t('worksheet:about'))
    ? {
        types: services.course.form.types.map((value) => ({
          value,
          label: t(typeKey(services.course.form, value) as TextKey),
        })),
        categories: categories.map((value) => ({ value, label: t(`form:category.${value}`) })),
      }
    : null
  return {
    q,
    worksheet,
    count: named.length + proformas.length + more.length + (worksheet ? 1 : 0),
    named,
    proformas,
    more,
  }
}
