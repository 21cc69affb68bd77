import type { EntryShown } from '#pages/parts/public-log/entry.server.ts'
import { LogEntry } from '#pages/parts/public-log/LogEntry.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Verification } from '#server/features/content/printables/service.ts'
import { formatDateTime } from '#server/i18n/format.ts'

/** The details of a genuine document: enough to compare with the paper, and no more. */
export function Finding({
  finding,
  entry,
  named,
}: {
  finding: Verification
  entry: EntryShown
  /** The entry that the paper names. */
  named: string | null
}) {
  const { language } = useView()
  const t = useT()
  const { kind, userId, name, says, version, issuedAt, state } = finding
  // What the paper says of itself is not so: then nothing else about it is good news.
  const isOther = named !== null && named !== String(entry?.number)
  return (
    <>
      {isOther ? (
        <Banner tone="error" role="status" title={t('verify:entry.false')}>
          {entry
            ? t('verify:entry.differs', { paper: named, number: entry.number })
            : t('verify:entry.none', { paper: named })}
        </Banner>
      ) : (
        <Banner tone={state === 'valid' ? 'ok' : 'warn'} role="status" title={t(`verify:state.${state}`)}>
          {t(`verify:state.${state}-about`)}
        </Banner>
      )}
      <Card tone="narrow">
        <Facts
          facts={[
            { label: t('verify:what'), value: t(`verify:${kind}`) },
            { label: t('verify:whose'), value: userId },
            { label: t('verify:name'), value: name },
            ...says,
            version !== null && { label: t('verify:version'), value: version },
            entry && { label: t('logentry:label'), value: <LogEntry entry={entry} /> },
            issuedAt !== null && {
              label: t('verify:issued'),
              value: formatDateTime(issuedAt, language),
            },
          ]}
        />
      </Card>
    </>
  )
}
