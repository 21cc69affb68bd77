import { formatDateTime } from '../../../server/i18n/format'
import { languageIn } from '../../../server/kernel/languages'
import { Card } from '../../ui/data/Card'
import { Tag } from '../../ui/data/Tag'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Candidates who may be the same person: a list to check, not a verdict. */
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
          <ul className="entries">
            {data.suspicions.map(({ kind, foundAt, candidates }) => (
              <li key={`${kind} ${candidates.map(({ userId }) => userId).join(' ')}`}>
                <div className="head">
                  <Tag tone="warn">{t(`helpdesk:duplicates.${kind}`)}</Tag>
                  <small>{formatDateTime(foundAt, language)}</small>
                </div>
                <ul>
                  {candidates.map(({ userId, fullName, createdAt }) => (
                    <li key={userId}>
                      <a href={href(cellBase, 'help-desk/:userId', { userId })}>
                        {userId} <span lang={languageIn(fullName)}>{fullName}</span>
                      </a>
                      <small>{t('helpdesk:duplicates.registered', { at: formatDateTime(createdAt, language) })}</small>
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
