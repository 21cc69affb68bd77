import { Fragment } from 'react'
import type { SheetRow, SheetSection } from '../../../server/domain/application/application-sheet'
import { isPictureKind } from '../../../server/domain/application/document-rules'
import type { StepSlug } from '../../../server/domain/application/journey'
import { fractionOf, percentageText } from '../../../server/domain/merit/percentage'
import { filePlace } from '../../parts/documents/place'
import { Card } from '../../ui/data/Card'
import { Facts } from '../../ui/data/Facts'
import { fieldId } from '../../ui/form/field-id'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './page.module.css'
import type { show } from './page.server'

const ofFiles = ['photo-details', 'documents-details']

/** The candidate's name, then every answer and file by step, each with a link to the field that changes it. */
export function Answers() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { sheet } = data
  return (
    <div className={styles.answers}>
      {sheet.sections.length > 0 && (
        <Card>
          <Facts facts={[{ label: t('accounts:registration.full-name'), value: sheet.fullName, isWritten: true }]} />
        </Card>
      )}
      {byStep(sheet.sections).map(([step, sections]) => {
        const title = t(`shell:menu.${step}`)
        return (
          <Card key={step} title={title}>
            {sections.map((section) => (
              <Fragment key={section.title}>
                {section.title !== title && <h3>{section.title}</h3>}
                <Facts
                  facts={section.rows.map((row) => ({
                    ...row,
                    value: <Answer step={step} row={row} rows={section.rows} />,
                  }))}
                />
              </Fragment>
            ))}
          </Card>
        )
      })}
    </div>
  )
}

/** One answer or file, with the link to its field while it can be changed. */
function Answer({ step, row, rows }: { step: StepSlug; row: SheetRow; rows: readonly SheetRow[] }) {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const isFile = ofFiles.includes(step)
  const place = isFile ? filePlace(row.name) : fieldId(row.name)
  return (
    <div className={styles.answer}>
      {isFile ? <File row={row} /> : <span>{row.value + percentageOf(row, rows, t)}</span>}
      {!data.shown && data.editable.includes(step) && (
        <a
          className={styles.change}
          href={`${href(base, step)}#${place}`}
          aria-label={t('steps:print.change-section', { title: row.label })}
        >
          {t('steps:print.change')}
        </a>
      )}
    </div>
  )
}

/** The percentage of marks, after the total that they are out of; empty for other answers. */
function percentageOf({ name, value }: SheetRow, rows: readonly SheetRow[], t: ReturnType<typeof useT>): string {
  if (!name.endsWith('OutOf')) return ''
  const stem = name.slice(0, -'OutOf'.length)
  const got = rows.find((row) => row.name === `${stem}Marks` || row.name === stem)?.value
  const fraction = got === undefined ? null : fractionOf(got, value)
  return fraction ? ` ${t('steps:percentage', { percentage: percentageText(fraction) })}` : ''
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
        height={56}
        data-picture={isPicture || undefined}
        loading="lazy"
      />
      {row.value}
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
