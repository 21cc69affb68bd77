import { formatDateTime } from '../../../server/i18n/format'
import { languageIn } from '../../../server/kernel/languages'
import { Card } from '../../ui/Card'
import { href } from '../../ui/href'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

/** Candidates who may be one person: a list to be looked into, not a verdict. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.duplicates')}</h1>
      <p className="lead">{t('helpdesk:duplicates.lead')}</p>
      <Card>
        {data.suspicions.length === 0 ? (
          <p>{t('helpdesk:duplicates.none')}</p>
        ) : (
          <ul className="desk-list">
            {data.suspicions.map(({ kind, foundAt, candidates }) => (
              <li key={`${kind} ${candidates.map(({ userId }) => userId).join(' ')}`}>
                <div className="head">
                  <Tag tone="warn">{t(`helpdesk:duplicates.${kind}`)}</Tag>
                  <small className="num">{formatDateTime(foundAt, language)}</small>
                </div>
                <ul>
                  {candidates.map(({ userId, fullName, createdAt }) => (
                    <li key={userId}>
                      <a href={href(cellBase, 'help-desk/:userId', { userId })}>
                        <span className="num">{userId}</span> <span lang={languageIn(fullName)}>{fullName}</span>
                      </a>
                      <small className="num">
                        {t('helpdesk:duplicates.registered', { at: formatDateTime(createdAt, language) })}
                      </small>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}
