import { type Finding, leavesOut, type MeritCriterion } from '../../../../server/domain/merit-ranking'
import type { EditionReport } from '../../../../server/features/merit-lists/ranking'
import { formatCount } from '../../../../server/i18n/format'
import { Card } from '../../../ui/Card'
import { href } from '../../../ui/href'
import { Tag } from '../../../ui/Tag'
import { useT, useView } from '../../../ui/view'

/** What validation found, each kind with the first of those whom it concerns. */
export function Findings({ findings }: Pick<EditionReport, 'findings'>) {
  const t = useT()
  return (
    <Card title={t('merit:report')}>
      {findings.length === 0 ? (
        <p>{t('merit:report.none')}</p>
      ) : (
        <>
          <p>{t('merit:report.lead')}</p>
          <ul className="desk-list">
            {findings.map(({ finding, count, first }) => (
              <li key={finding}>
                <div className="head">
                  <b>{t(`merit:finding.${finding}`)}</b>
                  <span className="num">{formatCount(count)}</span>
                  {leavesOut.includes(finding) && <Tag tone="fix">{t('merit:not-ranked')}</Tag>}
                </div>
                <details>
                  <summary>{t('merit:report.first', { count: first.length })}</summary>
                  <ul>
                    {first.map((one) => (
                      <li key={`${one.userId} ${one.about}`}>
                        <Found of={one} />
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** Whom it concerns, and about what: a criterion, or another form. */
function Found({ of: { userId, finding, about } }: { of: Finding }) {
  const { cellBase } = useView()
  const t = useT()
  return (
    <>
      <Candidate userId={userId} />
      {about !== null && finding !== 'duplicate' && <> · {t(`merit:criterion.${about as MeritCriterion}`)}</>}
      {about !== null && finding === 'duplicate' && (
        <>
          {' · '}
          <a className="num" href={href(cellBase, 'help-desk/:userId', { userId: about })}>
            {about}
          </a>
        </>
      )}
    </>
  )
}

function Candidate({ userId }: { userId: string }) {
  const { cellBase } = useView()
  return (
    <a className="num" href={href(cellBase, 'help-desk/:userId', { userId })}>
      {userId}
    </a>
  )
}
