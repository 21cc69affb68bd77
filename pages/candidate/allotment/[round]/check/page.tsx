import { CheckDossier } from '#pages/parts/allotment/CheckDossier.tsx'
import { LogEntry } from '#pages/parts/public-log/LogEntry.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { promises } from '#server/domain/allotment-verifier/breach.ts'
import type { load } from './page.server'

/** Never null here: the page answers 404 for a round that is not published. */

const names = ['input', 'result', 'manifest'] as const

/** The dossier of a published round, and its check in the visitor's own browser. Source: rules §8.9. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round, slug, publishedAt, entry, hashes, files, outside } = data
  return (
    <>
      <h1>{t('checking:title', { round })}</h1>
      <p className="lead">{t('checking:lead')}</p>
      <CheckDossier hashes={hashes} files={files} />
      <Card title={t('checking:rules')}>
        <ol>
          {promises.map((promise) => (
            <li key={promise}>{t(`checking:promise.${promise}`)}</li>
          ))}
        </ol>
      </Card>
      <Card title={t('checking:hashes')}>
        <Facts
          facts={[
            { label: t('checking:published'), value: publishedAt },
            entry && { label: t('logentry:label'), value: <LogEntry entry={entry} /> },
            { label: t('checking:input-hash'), value: <code>{hashes.input}</code> },
            { label: t('checking:result-hash'), value: <code>{hashes.result}</code> },
          ]}
          layout="stacked"
        />
        <p className="hint">{t('checking:hashes-about')}</p>
        <p>
          <a href={href(base, 'public-log')}>{t('checking:log')}</a>
        </p>
      </Card>
      <Card title={t('checking:files')}>
        <p>{t(files ? 'checking:files-about' : 'checking:files-private')}</p>
        {files && (
          <ul className="entries">
            {names.map((name) => (
              <li key={name}>
                <a href={files[name]} download={`${name}.json`}>
                  {t(`checking:file.${name}`)} ({name}.json)
                </a>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('checking:command')}>
        <p>{t('checking:command-about')}</p>
        <p>
          <code>python3 verify.py FOLDER</code>
        </p>
        <ul className="entries">
          <li>
            <a href={outside.program} download="verify.py">
              {t('checking:program')} (verify.py)
            </a>
          </li>
          <li>
            <a href={outside.format}>{t('checking:format')} (allotment-format.md)</a>
          </li>
        </ul>
      </Card>
      <p className="actions">
        <a href={href(base, 'allotment/:round', { round: slug })}>{t('checking:back', { round })}</a>
      </p>
    </>
  )
}
