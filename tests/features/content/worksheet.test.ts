import { describe, expect, test } from 'vitest'
import { mbale } from '#server/courses/courses.ts'
import { possibleDocuments } from '#server/domain/application/required-documents.ts'
import type { candidatureTypes } from '#server/domain/terms/claims.ts'
import { worksheetNamed, worksheetOf } from '#server/features/application/application/worksheet.ts'
import { languages } from '#server/kernel/languages.ts'
import { browser, openPortal } from '#tests/support/portal.ts'

const { form, applicationFees: fees } = mbale
const of = (type: (typeof candidatureTypes)[number], category: 'OPEN' | 'SC' | 'OBC') =>
  worksheetOf({ form, fees }, { type, category }, 'en')
const labels = (sheet: ReturnType<typeof of>, step: string) =>
  sheet.questions[step]!.flatMap(({ rows }) => rows.map(({ label }) => label))
const kinds = (sheet: ReturnType<typeof of>, isAlways: boolean) =>
  sheet.documents.filter(({ always }) => always === isAlways).map(({ kind }) => kind)

describe('a worksheet asks what the form asks this type and category', () => {
  test('the caste of a reserved category, EWS of Open, nothing about a category of an OMS candidate', () => {
    expect(labels(of('A', 'OBC'), 'category-details')).toContain('Caste or tribe')
    expect(labels(of('A', 'OPEN'), 'category-details')).not.toContain('Caste or tribe')
    const titles = (sheet: ReturnType<typeof of>) => sheet.questions['category-details']!.map(({ title }) => title)
    expect(titles(of('A', 'SC'))).not.toContain('Non-creamy-layer certificate')
    expect(titles(of('A', 'OBC'))).toContain('Non-creamy-layer certificate')
    expect(labels(of('OMS', 'OBC'), 'category-details')).not.toContain('Caste or tribe')
  })

  test('no question about what the paper already says', () => {
    for (const step of Object.keys(of('A', 'OBC').questions))
      expect(labels(of('A', 'OBC'), step)).not.toContain('Category')
  })

  test('the documents of everybody, and those that are somebody’s, by the rules of documents', () => {
    const sheet = of('A', 'OBC')
    expect(kinds(sheet, true)).toEqual(['nationality', 'caste-certificate', 'ssc-marksheet'])
    expect(kinds(sheet, false)).toContain('non-creamy-layer')
    expect(kinds(sheet, false)).not.toContain('ews-proforma-v')
    expect(kinds(of('A', 'OPEN'), false)).toContain('ews-proforma-v')
    expect(kinds(of('OMS', 'OBC'), true)).toEqual(['nationality', 'ssc-marksheet'])
    expect(kinds(of('E', 'OPEN'), true)).toContain('proforma-g1')
  })

  test('every document of the course is somebody’s', () => {
    const found = form.types.flatMap((type) =>
      (['OPEN', 'OBC'] as const).flatMap((category) => possibleDocuments(form, type, category).map(({ kind }) => kind)),
    )
    expect(new Set(possibleDocuments(form, 'A', 'OBC').map(({ kind }) => kind)).size).toBeGreaterThan(15)
    expect(found).toEqual(expect.arrayContaining(['proforma-a', 'proforma-b1', 'proforma-b2', 'cgpa-conversion']))
  })
})

test.each(['', 'A', 'A_', 'A_XYZ', 'Z_OBC', 'a_OBC', 'A_OBC_x', '../A_OBC', 'A_OBC '])(
  'no worksheet is named “%s”',
  (name) => expect(worksheetNamed(name, form)).toBe(null),
)

test('anybody gets the worksheet on four pages at most, in both languages', async () => {
  const portal = await openPortal()
  for (const language of languages) {
    const pdf = await portal.services.worksheetPdf({ type: 'A', category: 'OBC' }, language)
    const pages = pdf!.toString('latin1').match(/\/Type \/Page\b/g)!.length
    expect([language, pages >= 2 && pages <= 4]).toEqual([language, true])
  }
  const visitor = browser(portal)
  const page = await visitor.get('download')
  expect(page.text).toContain('id="worksheet"')
  for (const address of ['download/worksheet-A_OBC.pdf', 'download/worksheet.pdf?type=A&category=OBC']) {
    const { status, headers } = await visitor.get(address)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  }
  for (const wrong of [
    'download/worksheet-Q_OBC.pdf',
    'download/worksheet.pdf',
    'download/worksheet.pdf?type=A&type=B',
  ])
    expect((await visitor.get(wrong)).status).toBe(404)
}, 60_000)
