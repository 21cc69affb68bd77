import { Card } from '../../ui/data/Card'
import { Tag } from '../../ui/data/Tag'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Every message that the portal sends, with a link to its words. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.templates')}</h1>
      <p className="lead">{t('templates:lead')}</p>
      <Card title={t('templates:all')}>
        <ul className="entries">
          {data.map(({ template, channels, isChanged, words }) => (
            <li key={template}>
              <div className="head">
                <a href={href(cellBase, 'templates/:template', { template })}>
                  <code>{template}</code>
                </a>
                {isChanged && <Tag tone="warn">{t('templates:changed')}</Tag>}
                <span>{channels.map((channel) => t(`templates:part.${channel}`)).join(' · ')}</span>
              </div>
              <p>{words.replace(/\{\{\w+\}\}/g, '…')}</p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
