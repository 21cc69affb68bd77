import { useState } from 'react'
import { Dock } from '#pages/parts/application/Dock.tsx'
import { Onward } from '#pages/parts/application/Onward.tsx'
import { StepHead } from '#pages/parts/application/StepHead.tsx'
import { SubmitBy } from '#pages/parts/application/SubmitBy.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { ToCorrect } from '#pages/parts/scrutiny/ToCorrect.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DocumentEntry } from '#server/features/application/documents/service.ts'
import { Entry, NotAskedFor } from './Entry'
import styles from './page.module.css'
import type { load } from './page.server'

/** Step 6: the documents that the claims require, and those uploaded. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.documents-details')
  const { entries, notAskedFor, closed } = data
  const count = entries.filter(({ document }) => document === null).length
  return (
    <>
      <StepHead step={6} title={title} />
      {!closed && <p className="lead">{t('documents:list.lead')}</p>}
      <SubmitBy until={data.submitBy} isClosed={closed !== null} />
      {closed && (
        <Banner tone="info" title={t('documents:list.closed')}>
          {closed}
        </Banner>
      )}
      {data.found.length > 0 && (
        <ToCorrect
          found={data.found}
          isClosed={closed !== null}
          placeOf={(field) => (entries.some(({ kind }) => kind === field) ? filePlace(field) : null)}
        />
      )}
      {entries.length === 0 ? <Banner tone="info">{t('documents:list.empty')}</Banner> : <List />}
      {notAskedFor.length > 0 && <NotAsked />}
      {!closed && entries.length > 0 && count === 0 && (
        <Form
          submit={t('documents:list.proceed')}
          name="proceed"
          bar={(button) => (
            <Dock step={6} state={t('documents:list.all-done')}>
              {button}
            </Dock>
          )}
        >
          <input type="hidden" name="intent" value="proceed" />
        </Form>
      )}
      {closed && (
        <div className="actions">
          <Onward />
        </div>
      )}
      {!closed && count > 0 && <Dock step={6} state={t('documents:list.not-yet', { count })} />}
    </>
  )
}

const uploadOf = ({ document }: DocumentEntry) => document?.uploadedAt ?? null

/** The rows of all documents, of which one is open: the next to upload, or the one that the candidate has opened. */
function List() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const { entries, found, revertedAt } = data
  const isClosed = data.closed !== null
  /** Chosen by the candidate, with the upload that was there then; null while they have closed every row. */
  const [chosen, setChosen] = useState<{ kind: string; upload: number | null } | null | undefined>(undefined)
  const done = entries.filter(({ document }) => document !== null).length
  const progress = t('documents:list.progress', { done, all: entries.length })
  const next = isClosed ? undefined : entries.find(({ document }) => document === null)?.kind
  const hasFinding = ({ kind }: DocumentEntry) => found.some(({ field }) => field === kind)
  const isCorrected = (entry: DocumentEntry) =>
    hasFinding(entry) && entry.document !== null && revertedAt !== null && entry.document.uploadedAt > revertedAt
  const isAsked = (entry: DocumentEntry) => hasFinding(entry) && !isCorrected(entry)
  const isChosen = (entry: DocumentEntry) => chosen?.kind === entry.kind && chosen.upload === uploadOf(entry)
  // A row whose upload has come gives way to the next.
  const isByChoice = chosen === null || entries.some(isChosen)
  const isOpen = (entry: DocumentEntry) =>
    form?.errors.some(({ field }) => field === entry.kind) ||
    (isByChoice ? isChosen(entry) : entry.kind === next || isAsked(entry))
  return (
    <Card title={progress}>
      <progress className={styles.progress} max={entries.length} value={done} aria-label={progress} />
      <ul className={styles.rows}>
        {entries.map((entry) => (
          <Entry
            key={entry.kind}
            entry={entry}
            isClosed={isClosed}
            isOpen={isOpen(entry)}
            isNext={entry.kind === next}
            isAsked={isAsked(entry)}
            isCorrected={isCorrected(entry)}
            isJust={entry.kind === data.just}
            onToggle={() => setChosen(isOpen(entry) ? null : { kind: entry.kind, upload: uploadOf(entry) })}
          />
        ))}
      </ul>
    </Card>
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
