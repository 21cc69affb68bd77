import { Fragment } from 'react'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { lettersIn } from '#pages/ui/letters.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { SheetRow, SheetSection } from '#server/domain/application/application-sheet.ts'
import { isPictureKind } from '#server/domain/application/document-rules.ts'
import type { StepSlug } from '#server/domain/terms/journey.ts'
import { fractionOf, outOfWhat, percentageText } from '#server/domain/terms/percentage.ts'
import styles from './page.module.css'
import type { show } from './page.server'

const ofFiles = ['photo-details', 'documents-details']

/** Half of a phone's width holds these many letters; a longer label, answer or word takes a whole row. */
const longest = { label: 56, value: 26, word: 14 }
const isLong = (label: string, value: string) =>
  lettersIn(label) > longest.label ||
  lettersIn(value) > longest.value ||
  value.split(' ').some((word) => lettersIn(word) > longest.word)

/**
 * The candidate's name, then every answer and file by step, with one link to the step that changes them. Once they
 * are read, with an OTP asked for or the form submitted, the steps are folded; on paper they are open.
 */
export function Answers() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { sheet } = data
  const isRead = (data.isSubmitted || data.proving === 'otp') && !data.shown
  return (
    <div className={styles.answers}>
      {sheet.sections.length > 0 && (
        <Card>
          <Facts
            layout="pairs"
            facts={[{ label: t('registration:full-name'), value: sheet.fullName, isWritten: true }]}
          />
        </Card>
      )}
      {byStep(sheet.sections).map(([step, sections]) => {
        const title = t(`signedin:menu.${step}`)
        const parts = sections.map((section) => (
          <Fragment key={section.title}>
            {/* The label of an only answer, or the same words at the first, say what the section is about. */}
            {section.title !== title && section.rows.length > 1 && section.title !== section.rows[0]?.label && (
              <h3>{section.title}</h3>
            )}
            {ofFiles.includes(step) ? (
              <Files rows={section.rows} />
            ) : (
              <Facts
                layout="pairs"
                facts={withTotals(section.rows, t).map((row) => ({
                  ...row,
                  isWide: isLong(row.label, row.value),
                  value: <span>{row.value}</span>,
                }))}
              />
            )}
          </Fragment>
        ))
        const mayChange = !data.shown && step !== 'payment' && data.editable.includes(step)
        const change = mayChange && <Change step={step} title={title} />
        if (!isRead) {
          return (
            <Card key={step} title={title}>
              {change}
              {parts}
            </Card>
          )
        }
        const count = sections.reduce((sum, { rows }) => sum + rows.length, 0)
        return (
          <Card key={step}>
            {change}
            <Disclosure kind="inline" summary={t('steps:print.folded', { step: title, count })}>
              {parts}
            </Disclosure>
          </Card>
        )
      })}
    </div>
  )
}

/** The one link of a card, to the step that changes it, while that is possible. A fee that is paid cannot be changed. */
function Change({ step, title }: { step: StepSlug; title: string }) {
  const { base } = useView()
  const t = useT()
  return (
    <a className={styles.change} href={href(base, step)} aria-label={t('steps:print.change-section', { title })}>
      {t('steps:print.change')}
    </a>
  )
}

/** A strip of files, each with its name below. */
const Files = ({ rows }: { rows: readonly SheetRow[] }) => (
  <dl className={styles.files}>
    {rows.map((row) => (
      <div key={row.name}>
        <dt>{row.label}</dt>
        <dd>
          <File row={row} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Marks, the total that they are out of and their percentage as one answer: `432.5 / 500 (86.50 %)`. */
function withTotals(rows: readonly SheetRow[], t: ReturnType<typeof useT>): SheetRow[] {
  const totalOf = ({ name }: SheetRow) => rows.find((row) => row.name === outOfWhat(name))
  const totals = rows.flatMap((row) => totalOf(row) ?? [])
  return rows
    .filter((row) => !totals.includes(row))
    .map((row) => {
      const total = totalOf(row)
      if (!total) return row
      const fraction = fractionOf(row.value, total.value)
      const percentage = fraction && t('steps:percentage-of', { percentage: percentageText(fraction) })
      return { ...row, value: [row.value, '/', total.value, percentage].filter(Boolean).join(' ') }
    })
}

/** A file: a small picture of it (of a PDF, its first page), with a link to the whole. An earlier version of the form names it only. */
function File({ row }: { row: SheetRow }) {
  const { base, data } = useView<typeof show>()
  const held = data.files.find(({ name }) => name === row.name)
  if (!held) return <span>{row.value}</span>
  const isPdf = held.mediaType === 'application/pdf'
  // Photograph and signature are small, and are printed with the form.
  const isPicture = isPictureKind(held.name)
  const file = isPicture ? 'documents/view/:name/file' : 'documents/view/:name/thumbnail'
  return (
    <a
      className={styles.file}
      href={href(base, 'documents/view/:name', { name: row.name })}
      aria-label={`${row.label}: ${row.value}`}
    >
      <img
        src={href(base, file, { name: row.name }, { at: held.uploadedAt })}
        // In the place of a page that cannot be drawn.
        alt={isPdf ? 'PDF' : ''}
        height={72}
        data-picture={isPicture || undefined}
        loading="lazy"
      />
      <span>{row.value}</span>
    </a>
  )
}

/** Groups the sections of the sheet by step, in order. */
function byStep(sections: readonly SheetSection[]): [StepSlug, SheetSection[]][] {
  const groups: [StepSlug, SheetSection[]][] = []
  for (const section of sections) {
    const last = groups[groups.length - 1]
    if (last && last[0] === section.step) last[1].push(section)
    else groups.push([section.step as StepSlug, [section]])
  }
  return groups
}
