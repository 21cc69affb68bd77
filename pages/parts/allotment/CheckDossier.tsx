import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './CheckDossier.module.css'
import type { DossierAnswer, DossierQuestion, DossierSource } from './dossier-messages'

/** Loaded after the page: without a script nothing can be checked. */
const FileField = lazy(async () => ({ default: (await import('#pages/ui/form/FileField.tsx')).FileField }))
/** Loaded once a dossier has been checked: before that nobody needs it. */
const OwnSeatCheck = lazy(async () => ({ default: (await import('./OwnSeatCheck')).OwnSeatCheck }))

type Hashes = { input: string; result: string }
type Verdict = Extract<DossierAnswer, { told: 'verdict' | 'holds' | 'failed' }>
type Own = Extract<DossierAnswer, { told: 'own' }>

const names = ['input', 'result', 'manifest'] as const

/** The verifier reports so many differences at most. */
const mostTold = 50

/**
 * Checks a dossier in a worker, so that the page stays usable. The worker is loaded with the first check. Nothing is
 * sent: the files come to the browser, and the answers stay in it.
 */
export function CheckDossier({ hashes, files }: { hashes: Hashes; files: DossierSource | null }) {
  const t = useT()
  const isHydrated = useHydrated()
  const worker = useRef<Worker | null>(null)
  const [step, setStep] = useState<'reading' | 'checking' | null>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [own, setOwn] = useState<Own | null>(null)
  useEffect(() => () => worker.current?.terminate(), [])

  function take(answer: DossierAnswer): void {
    if (answer.told === 'step') setStep(answer.step)
    else if (answer.told === 'own') setOwn(answer)
    else {
      setStep(null)
      setVerdict(answer)
    }
  }
  function ask(question: DossierQuestion): void {
    if (!worker.current) {
      // The build makes it one plain script, which old browsers run too.
      worker.current = new Worker(new URL('./dossier-worker.ts', import.meta.url), { type: 'module' })
      worker.current.onmessage = ({ data }: MessageEvent<DossierAnswer>) => take(data)
      worker.current.onerror = ({ message }) => take({ told: 'failed', says: message })
    }
    worker.current.postMessage(question)
  }
  function check(source: DossierSource): void {
    setVerdict(null)
    setOwn(null)
    setStep('reading')
    ask({ ask: 'check', files: source, hashes })
  }

  return (
    <>
      <Card title={t('checking:check-title')}>
        <noscript>
          <p>{t('checking:needs-script')}</p>
        </noscript>
        <div className={isHydrated ? undefined : styles.awaiting}>
          {files && (
            <>
              <p>{t('checking:check-about')}</p>
              <div className="actions">
                <Button type="button" disabled={!isHydrated || step !== null} onClick={() => check(files)}>
                  {t('checking:check')}
                </Button>
              </div>
            </>
          )}
          <Disclosure summary={t('checking:choose')} isOpen={!files}>
            <Chosen isBusy={step !== null} onChosen={check} />
          </Disclosure>
        </div>
        <div role="status" aria-live="polite">
          {step && <p>{t(`checking:${step}`)}</p>}
          {verdict && <Outcome verdict={verdict} />}
        </div>
      </Card>
      <Suspense fallback={null}>
        {verdict?.told === 'holds' && (
          <OwnSeatCheck own={own} ask={(list, merit) => ask({ ask: 'own', list, merit })} />
        )}
      </Suspense>
    </>
  )
}

/** The dossier from the device: its three files, chosen at once. */
function Chosen({ isBusy, onChosen }: { isBusy: boolean; onChosen(files: DossierSource): void }) {
  const t = useT()
  const isHydrated = useHydrated()
  const [isIncomplete, setIncomplete] = useState(false)
  function check(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('dossier') as HTMLInputElement
    const chosen = Array.from(field.files ?? [])
    const [input, result, manifest] = names.map((name) => chosen.find((file) => file.name === `${name}.json`))
    setIncomplete(!input || !result || !manifest)
    if (input && result && manifest) onChosen({ input, result, manifest })
  }
  return (
    <form onSubmit={check}>
      <Suspense fallback={null}>
        {isHydrated && (
          <FileField
            name="dossier"
            label={t('checking:choose')}
            hint={t('checking:choose-hint')}
            accept="application/json,.json"
            multiple
          />
        )}
      </Suspense>
      {isIncomplete && <Banner tone="error">{t('checking:choose-missing')}</Banner>}
      <Button kind="quiet" disabled={!isHydrated || isBusy}>
        {t('checking:choose-go')}
      </Button>
    </form>
  )
}

function Outcome({ verdict }: { verdict: Verdict }) {
  const t = useT()
  if (verdict.told === 'failed') {
    return (
      <Banner tone="error" title={t('checking:failed')}>
        <span lang="en">{verdict.says}</span>
      </Banner>
    )
  }
  if (verdict.told === 'holds') {
    const { isPublished, candidates, choices, seats, milliseconds } = verdict
    return (
      <>
        {!isPublished && (
          <Banner tone="error" title={t('checking:other')}>
            {t('checking:other-about')}
          </Banner>
        )}
        <Banner tone={isPublished ? 'ok' : 'info'} title={t(isPublished ? 'checking:holds' : 'checking:holds-other')}>
          {t('checking:holds-about', {
            candidates: formatCount(candidates),
            choices: formatCount(choices),
            seats: formatCount(seats),
            seconds: (milliseconds / 1000).toFixed(1),
          })}
        </Banner>
      </>
    )
  }
  if (verdict.verdict.state === 'unusable') {
    return (
      <Banner tone="error" title={t('checking:unusable')}>
        <ul lang="en">
          {verdict.verdict.faults.slice(0, mostTold).map(({ file, path, says }) => (
            <li key={`${file} ${path}`}>
              {file}.json: {path} {says}
            </li>
          ))}
        </ul>
      </Banner>
    )
  }
  return <Breaches breaches={verdict.verdict.breaches} />
}

type BrokenPromises = Extract<Extract<Verdict, { told: 'verdict' }>['verdict'], { state: 'broken' }>['breaches']

function Breaches({ breaches }: { breaches: BrokenPromises }) {
  const t = useT()
  return (
    <>
      <Banner tone="error" title={t('checking:broken')}>
        {t('checking:broken-about')}
        {breaches.length >= mostTold && ` ${t('checking:broken-most', { count: mostTold })}`}
      </Banner>
      <Table
        caption={t('checking:broken')}
        columns={[
          { title: t('checking:column.promise'), cell: ({ promise }) => t(`checking:promise.${promise}`) },
          { title: t('checking:column.place'), cell: ({ path }) => <code className={styles.long}>{path}</code> },
          {
            title: t('checking:column.difference'),
            cell: ({ says }) => (
              <span lang="en" className={styles.long}>
                {says}
              </span>
            ),
          },
        ]}
        rows={breaches}
        keyOf={({ promise, path, says }) => `${promise} ${path} ${says}`}
      />
    </>
  )
}
