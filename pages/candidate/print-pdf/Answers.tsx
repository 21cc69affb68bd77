import { Fragment } from 'react'
import type { StepSlug } from '../../../server/domain/journey'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** Every answer by section, each with the way to change it. */
export function Answers() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { sheet, shown, editable } = data
  return (
    <div className="answers">
      {sheet.sections.map(({ step, title, rows }) => {
        const mayChange = !shown && (editable as readonly string[]).includes(step)
        return (
          <Card key={`${step} ${title}`} title={title}>
            <dl className="facts">
              {rows.map(({ name, label, value }) => (
                <Fragment key={name}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </Fragment>
              ))}
            </dl>
            {mayChange && (
              <a className="change" href={href(base, step as StepSlug)} aria-label={t('steps:print.change-section', { title })}>
                {t('steps:print.change')}
              </a>
            )}
          </Card>
        )
      })}
    </div>
  )
}
