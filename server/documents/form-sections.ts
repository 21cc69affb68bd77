import type { SheetSection } from '#server/domain/application/application-sheet.ts'
import type { Block } from './printable'

/**
 * The answers of an application, dense. Puts the sections of the first step under one heading, `firstTitle`, one line
 * each, and leaves out the picture step, because the document shows or lists the pictures elsewhere. An application with
 * a few claims then fits on two pages.
 */
export function formSections(sections: readonly SheetSection[], firstTitle: string): Block[] {
  const isFirst = ({ step }: SheetSection) => step === 'type-of-candidature'
  const first = sections.filter(isFirst)
  const others = sections.filter((section) => !isFirst(section) && section.step !== 'photo-details')
  const printed = first.length ? [{ title: firstTitle, rows: first.flatMap(({ rows }) => rows) }, ...others] : others
  return printed.map(({ title, rows }) => ({
    kind: 'section',
    title,
    isDense: true,
    rows: rows.map(({ label, value }) => ({ label, value })),
  }))
}
