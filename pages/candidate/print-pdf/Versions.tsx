import { Card } from '#pages/ui/data/Card.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** Every submitted version, each with a link to read it. */
export function Versions() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  if (!data.versions.length) return null
  return (
    <div className="screen-only">
      <Card title={t('steps:versions.title')}>
        <ul className="plain">
          {data.versions.map(({ number, at }) => (
            <li key={number}>
              <a href={href(base, 'print-pdf', undefined, { version: number })}>
                {t('steps:versions.version', { number })}
              </a>
              {', '}
              {t('steps:versions.of', { at })}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
