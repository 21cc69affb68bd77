import { proformaOf } from '../../../server/domain/application/proformas'
import { documentsOfCourse } from '../../../server/domain/application/required-documents'
import { madePdfs, publicPdfs, titlesOfPdfs } from '../../../server/domain/portal/public-pdfs'
import { formatDate } from '../../../server/i18n/format'
import { latest } from '../../../server/kernel/time'
import type { Page } from '../../../server/services'
import { href } from '../../ui/href'

export const texts = ['content', 'proformas'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) =>
  latest(...services.publicFiles.list().map(({ publishedAt }) => publishedAt))

/** The documents of the menu, and all other files that the cell has published. */
export function load({ services, language, base, t }: Page) {
  const files = services.publicFiles.list()
  const facts = ({ bytes, publishedAt }: { bytes: number; publishedAt: number }) =>
    t('content:download.facts', { size: Math.ceil(bytes / 1024), date: formatDate(publishedAt, language) })
  return {
    named: publicPdfs.map((address) => {
      const put = files.find((file) => file.address === address)
      const isMade = (madePdfs as readonly string[]).includes(address)
      return {
        address,
        title: t(titlesOfPdfs[address]),
        href: href(base, address),
        facts: put ? facts(put) : t(isMade ? 'content:download.made' : 'content:download.sample'),
      }
    }),
    proformas: documentsOfCourse(services.course.form).flatMap((kind) => {
      const proforma = proformaOf(kind)
      if (!proforma) return []
      const { name } = proforma
      return [
        {
          name,
          title: t(`proformas:${name}.title`),
          about: t(`proformas:${name}.for`),
          href: href(base, 'download/proforma-:name.pdf', { name }),
        },
      ]
    }),
    more: files
      .filter(({ address }) => address === null)
      .map((file) => ({
        id: file.id,
        title: file.title[language],
        href: href(base, 'file', undefined, { id: file.id }),
        facts: facts(file),
      })),
  }
}
