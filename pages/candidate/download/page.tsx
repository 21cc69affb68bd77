import { Card } from '../../ui/data/Card'
import { VisuallyHidden } from '../../ui/data/VisuallyHidden'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Every public document. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('shell:menu.download')}</h1>
      <p className="lead">{t('content:download.lead')}</p>
      <Card title={t('content:download.rules')}>
        <ul className="entries">
          {data.named.map(({ address, title, href, facts }) => (
            <li key={address}>
              <a href={href} target="_blank" rel="noopener">
                {title}
                <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>
              </a>
              <small>{facts}</small>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('proformas:title')}>
        <p>{t('proformas:lead')}</p>
        <ul className="entries">
          {data.proformas.map(({ name, title, about, href }) => (
            <li key={name}>
              <a href={href} target="_blank" rel="noopener">
                {title}
                <VisuallyHidden> {t('shell:opens-in-new-tab')}</VisuallyHidden>
              </a>
              <small>{about}</small>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('content:download.more')}>
        {data.more.length === 0 ? (
          <p>{t('content:download.none')}</p>
        ) : (
          <ul className="entries">
            {data.more.map(({ id, title, href, facts }) => (
              <li key={id}>
                <a href={href}>{title}</a>
                <small>{facts}</small>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
