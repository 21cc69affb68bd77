import type { EntryChecked } from '#pages/parts/public-log/entry.server.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'

/** An entry of the public log that a paper names, compared with the log and with the portal a moment ago. */
export function EntryFinding({ listed }: { listed: NonNullable<EntryChecked> }) {
  const { base } = useView()
  const t = useT()
  const { number, finding, title, about, fact } = listed
  return (
    <>
      <Banner
        tone={finding === 'unchanged' ? 'ok' : finding === 'changed' ? 'warn' : 'error'}
        role="status"
        title={title}
      >
        {about}
      </Banner>
      {fact && (
        <Card tone="narrow">
          <Facts
            layout="stacked"
            facts={[
              { label: t('verify:entry.what'), value: fact.words },
              { label: t('verify:entry.published'), value: fact.at },
              { label: t('verify:entry.logged'), value: fact.loggedAt },
              ...fact.files.map(({ name, address, sha256, is }) => ({
                label: t('verify:entry.file'),
                name,
                value: (
                  <>
                    <a href={address} download>
                      {name}
                    </a>
                    : {is} <code>{sha256}</code>
                  </>
                ),
              })),
              {
                label: t('logentry:label'),
                value: (
                  <>
                    <a href={href(base, 'public-log')}>{t('verify:entry.entry', { number })}</a> (
                    <a href={fact.proof}>{t('logentry:proof')}</a>)
                  </>
                ),
              },
            ]}
          />
        </Card>
      )}
    </>
  )
}
