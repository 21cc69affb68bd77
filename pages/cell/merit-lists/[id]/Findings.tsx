import type { MeritCriterion } from '../../../../server/domain/merit/criteria'
import { criterionText } from '../../../../server/domain/merit/criteria'
import { type Finding, leavesOut } from '../../../../server/domain/merit/ranking'
import type { EditionReport } from '../../../../server/features/merit-lists/ranking'
import { formatCount } from '../../../../server/i18n/format'
import { CsvDownload } from '../../../parts/desk/CsvDownload'
import { Card } from '../../../ui/data/Card'
import { Disclosure } from '../../../ui/data/Disclosure'
import { Tag } from '../../../ui/data/Tag'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'
import type { Load } from './page'

/** The findings of validation: each kind with the first candidates concerned. */
export function Findings({ findings }: Pick<EditionReport, 'findings'>) {
  const { cellBase, data } = useView<Load>()
  const t = useT()
  return (
    <Card title={t('merit:report')}>
      {findings.length === 0 ? (
        <p>{t('merit:report.none')}</p>
      ) : (
        <>
          <p>{t('merit:report.lead')}</p>
          <ul className="entries">
            {findings.map(({ finding, count, first }) => (
              <li key={finding}>
                <div className="head">
                  <b>{t(`merit:finding.${finding}`)}</b>
                  {formatCount(count)}
                  {leavesOut.includes(finding) && <Tag tone="fix">{t('merit:not-ranked')}</Tag>}
                </div>
                <Disclosure
                  summary={t(first.length < count ? 'merit:report.first' : 'merit:report.all', {
                    count: first.length,
                    all: formatCount(count),
                  })}
                  kind="inline"
                >
                  <ul>
                    {first.map((one) => (
                      <li key={`${one.userId} ${one.about}`}>
                        <Found of={one} />
                      </li>
                    ))}
                  </ul>
                </Disclosure>
              </li>
            ))}
          </ul>
          <CsvDownload
            address={href(cellBase, 'merit-findings.csv')}
            label={t('merit:report.download')}
            fields={{ edition: String(data.id) }}
          />
        </>
      )}
    </Card>
  )
}

/** The candidate of a finding, and its subject: a criterion, or another form. */
function Found({ of: { userId, finding, about } }: { of: Finding }) {
  const { cellBase } = useView()
  const t = useT()
  return (
    <>
      <Candidate userId={userId} />
      {about !== null && finding !== 'duplicate' && <> · {t(criterionText(about as MeritCriterion))}</>}
      {about !== null && finding === 'duplicate' && (
        <>
          {' · '}
          <a href={href(cellBase, 'help-desk/:userId', { userId: about })}>{about}</a>
        </>
      )}
    </>
  )
}

function Candidate({ userId }: { userId: string }) {
  const { cellBase } = useView()
  return <a href={href(cellBase, 'help-desk/:userId', { userId })}>{userId}</a>
}
