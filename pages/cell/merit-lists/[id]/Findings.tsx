import { CsvDownload } from '#pages/parts/desk/CsvDownload.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type Finding, leavesOut } from '#server/domain/merit/ranking.ts'
import type { MeritCriterion } from '#server/domain/terms/criteria.ts'
import { criterionText } from '#server/domain/terms/criteria.ts'
import type { EditionReport } from '#server/features/merit/merit-lists/ranking.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './Findings.module.css'
import type { load } from './page.server'

/** The findings of validation: each kind with the first candidates concerned. */
export function Findings({ findings }: Pick<EditionReport, 'findings'>) {
  const { cellBase, data } = useView<typeof load>()
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
                  <ul className={styles.found}>
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
