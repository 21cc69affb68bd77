import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { show } from './page.server'

/** What was submitted, each time; all of it stays readable. */
export function Versions() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  if (!data.versions.length) return null
  return (
    <div className="versions">
      <Card title={t('steps:versions.title')}>
        <ul>
          {data.versions.map(({ number, at, fingerprint }) => (
            <li key={number} className="num">
              <a href={href(base, 'print-pdf', undefined, { version: number })}>
                {t('steps:versions.version', { number })}
              </a>
              {', '}
              {t('steps:versions.of', { at, fingerprint })}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
