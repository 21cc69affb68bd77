import { Onward } from '#pages/parts/application/Onward.tsx'
import { SubmitBy } from '#pages/parts/application/SubmitBy.tsx'
import { ToCorrect } from '#pages/parts/scrutiny/ToCorrect.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { Entry, NotAskedFor } from './Entry'
import styles from './page.module.css'
import type { load } from './page.server'

/** Step 6: the documents that the claims require, and those uploaded. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.documents-details')
  const { entries, notAskedFor, closed } = data
  const done = entries.filter(({ document }) => document !== null).length
  const count = entries.length - done
  const progress = t('documents:list.progress', { done, all: entries.length })
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          { title: t('signedin:step', { step: 7 }) },
        ]}
      />
      <h1>{title}</h1>
      {!closed && <p className="lead">{t('documents:list.lead')}</p>}
      <SubmitBy until={data.submitBy} isClosed={closed !== null} />
      {closed && (
        <Banner tone="info" title={t('documents:list.closed')}>
          {closed}
        </Banner>
      )}
      <ToCorrect found={data.found} isClosed={data.closed !== null} />
      {entries.length === 0 ? (
        <Banner tone="info">{t('documents:list.empty')}</Banner>
      ) : (
        <Card title={progress}>
          <progress className={styles.progress} max={entries.length} value={done} aria-label={progress} />
          <ul className="entries">
            {entries.map((entry) => (
              <Entry key={entry.kind} entry={entry} isClosed={closed !== null} />
            ))}
          </ul>
          {!closed && (
            <p className="hint">
              {entries.some(({ basis }) => basis === 'claim') && t('documents:list.claim-about')}{' '}
              {t('documents:list.mandatory-about')}
            </p>
          )}
        </Card>
      )}
      {notAskedFor.length > 0 && <NotAsked />}
      {!closed && entries.length > 0 && count === 0 && (
        <Form submit={t('documents:list.proceed')} name="proceed">
          <input type="hidden" name="intent" value="proceed" />
        </Form>
      )}
      {closed && (
        <div className="actions">
          <Onward />
        </div>
      )}
      {!closed && count > 0 && <p className="actions">{t('documents:list.not-yet', { count })}</p>}
    </>
  )
}

/** Uploaded documents that no claim needs any longer. */
function NotAsked() {
  const { notAskedFor, closed } = useView<typeof load>().data
  const t = useT()
  return (
    <Card title={t('documents:list.not-asked-for')}>
      <p className="hint">{t('documents:list.not-asked-for-about')}</p>
      <ul className="entries">
        {notAskedFor.map((document) => (
          <NotAskedFor key={document.name} document={document} isClosed={closed !== null} />
        ))}
      </ul>
    </Card>
  )
}
