import { Fragment } from 'react'
import type { SheetSection } from '../../../server/domain/application/application-sheet'
import type { StepSlug } from '../../../server/domain/application/journey'
import { Card } from '../../ui/data/Card'
import { Facts } from '../../ui/data/Facts'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import styles from './page.module.css'
import type { show } from './page.server'

/** Every answer by step, each step with a link to change it. */
export function Answers() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { sheet, shown, editable } = data
  return (
    <div className={styles.answers}>
      {byStep(sheet.sections).map(([step, sections]) => {
        const title = t(`shell:menu.${step}`)
        const mayChange = !shown && editable.includes(step)
        return (
          <Card key={step} title={title}>
            {mayChange && (
              <a
                className={styles.change}
                href={href(base, step)}
                aria-label={t('steps:print.change-section', { title })}
              >
                {t('steps:print.change')}
              </a>
            )}
            {sections.map((section) => (
              <Fragment key={section.title}>
                {section.title !== title && <h3>{section.title}</h3>}
                <Facts facts={section.rows} />
              </Fragment>
            ))}
          </Card>
        )
      })}
    </div>
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
