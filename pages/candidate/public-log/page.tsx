import { CheckLog } from '#pages/parts/public-log/CheckLog.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/**
 * What the portal has published, in a log that anybody can check, here or elsewhere. Source: rules §19.
 * Long: the cards of the page in their order.
 */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { address, names, url, standing, newest, outside, book } = data
  return (
    <>
      <h1>{t('publiclog:title')}</h1>
      <p className="lead">{t('publiclog:lead')}</p>
      <CheckLog address={address} names={names} />
      <Card title={t('publiclog:newest')}>
        {newest.length ? (
          <ul className="entries">
            {newest.map(({ number, words }) => (
              <li key={number}>{words}</li>
            ))}
          </ul>
        ) : (
          <p>{t('publiclog:none')}</p>
        )}
      </Card>
      <Witnesses />
      <Card title={t('publiclog:outside')}>
        <p>{t('publiclog:outside-about')}</p>
        <p>
          <code>python3 witness.py {url} state.json --mirror copy</code>
        </p>
        <p>{t('publiclog:check-files')}</p>
        <p>
          <code>python3 check.py {url} FILE</code>
          <br />
          <code>python3 check.py {url} --letter FILE</code>
        </p>
        <p>{t('publiclog:check-key')}</p>
        <ul className="entries">
          <li>
            <a href={outside.program} download="witness.py">
              {t('publiclog:program')} (witness.py)
            </a>
          </li>
          <li>
            <a href={outside.check} download="check.py">
              {t('publiclog:check-program')} (check.py)
            </a>
          </li>
          <li>
            <a href={outside.sign} download="sign.py">
              {t('publiclog:sign-program')} (sign.py)
            </a>
          </li>
          <li>
            <a href={outside.format}>{t('publiclog:format')} (log-format.md)</a>
          </li>
          <li>
            <a href={book}>{t('publiclog:books')} (letters.json)</a>
          </li>
          <li>
            <a href={`${address}/checkpoint`}>{t('publiclog:checkpoint')} (checkpoint)</a>
          </li>
        </ul>
      </Card>
      {standing && (
        <Card title={t('publiclog:identity')}>
          <Facts
            layout="stacked"
            facts={[
              { label: t('publiclog:size'), value: t('publiclog:numbered', standing) },
              { label: t('publiclog:origin'), value: <code>{standing.origin}</code> },
              { label: t('publiclog:key'), value: <code>{standing.verifierKey}</code> },
            ]}
          />
          <p className="hint">{t('publiclog:key-about')}</p>
        </Card>
      )}
    </>
  )
}

/** Those who sign what they have seen, and how one becomes a witness. Source: rules §19.9. */
function Witnesses() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { url, witnesses } = data
  return (
    <Card title={t('publiclog:witnesses')}>
      <p>{t('publiclog:witnesses-about')}</p>
      {witnesses.length ? (
        <ul className="entries">
          {witnesses.map(({ name, verifierKey, seen, isWhole }) => (
            <li key={verifierKey}>
              <strong>{name}</strong>
              {': '}
              {seen ? t(isWhole ? 'publiclog:seen-whole' : 'publiclog:seen-first', seen) : t('publiclog:seen-nothing')}
              <br />
              <code>{verifierKey}</code>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('publiclog:no-witnesses')}</p>
      )}
      <p>{t('publiclog:become')}</p>
      <p>
        <code>python3 sign.py {url} state.json witness.key --name YOUR-NAME</code>
      </p>
    </Card>
  )
}
