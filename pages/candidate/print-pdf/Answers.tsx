import { Fragment } from 'react'
import type { SheetSection } from '../../../server/domain/application-sheet'
import type { StepSlug } from '../../../server/domain/journey'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** Every answer by step, each step with the way to change it. */
export function Answers() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { sheet, shown, editable } = data
  return (
    <div className="answers">
      {byStep(sheet.sections).map(([step, sections]) => {
        const title = t(`shell:menu.${step}`)
        const mayChange = !shown && editable.includes(step)
        return (
          <Card key={step} title={title}>
            {mayChange && (
              <a className="change" href={href(base, step)} aria-label={t('steps:print.change-section', { title })}>
                {t('steps:print.change')}
              </a>
            )}
            {sections.map((section) => (
              <Fragment key={section.title}>
                {section.title !== title && <h3>{section.title}</h3>}
                <dl className="facts">
                  {section.rows.map(({ name, label, value }) => (
                    <Fragment key={name}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </Fragment>
                  ))}
                </dl>
              </Fragment>
            ))}
          </Card>
        )
      })}
    </div>
  )
}

/** The sections of the sheet under their steps, in their order. */
function byStep(sections: readonly SheetSection[]): [StepSlug, SheetSection[]][] {
  const groups: [StepSlug, SheetSection[]][] = []
  for (const section of sections) {
    const last = groups[groups.length - 1]
    if (last && last[0] === section.step) last[1].push(section)
    else groups.push([section.step as StepSlug, [section]])
  }
  return groups
}
