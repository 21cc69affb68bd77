import type { CourseProfile } from '../courses/course'
import type { PublicPdf } from '../domain/menu'
import { translate } from '../i18n/texts'
import type { Language } from '../kernel/languages'
import { createDocument } from './pdf'

const made = new Map<string, Promise<Buffer>>()

/** One of the ten public PDFs, until the cell has put its own in place: a page that says "sample" in large letters. */
export function sampleDocument({
  file,
  language,
  course,
}: {
  file: PublicPdf
  language: Language
  course: CourseProfile
}): Promise<Buffer> {
  const key = `${course.slug} ${language} ${file}`
  const known = made.get(key)
  if (known) return known
  const t = (name: Parameters<typeof translate>[1]) => translate(language, name)
  const title = t(`shell:menu.${file}` as 'shell:menu.ruleA.pdf')
  const pdf = createDocument({ title: `${title} — ${t('http:sample.mark')}`, language }, (page) => {
    page.text(course.cellName[language], { size: 15, bold: true, align: 'center' })
    page.text(course.cellAddress[language], { size: 9, align: 'center' })
    page.space(10)
    page.text(course.courseTitle[language], { size: 11, align: 'center' })
    page.text(`${t('http:sample.year')} ${course.academicYear}`, { size: 11, align: 'center' })
    page.space(60)
    page.text(t('http:sample.mark'), { size: 40, bold: true, align: 'center', color: '#a82f2f' })
    page.space(20)
    page.text(title, { size: 18, bold: true, align: 'center' })
    page.space(20)
    page.text(t('http:sample.words'), { size: 11, align: 'center' })
  })
  made.set(key, pdf)
  return pdf
}
