import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { tellWorker } from '#pages/ui/browser/offline.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Letter, LetterBook, LetterVerdict } from '#server/domain/log/letter.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours } from '#server/kernel/time.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import type { Scanned } from './scan'

/** `listedAt`: when the oldest list of the book was signed. `unread`: why a picture gave no code. */
type State = {
  book: LetterBook | null
  listedAt: number | null
  verdict: LetterVerdict | null
  unread: Extract<Scanned, { fault: string }>['fault'] | null
  isBusy: boolean
  isAble: boolean
}
const nothing = { verdict: null, unread: null }

/** The check itself is fetched after the page, and what reads pictures after the first check. */
const checking = () => import('./book')
const scanning = () => import('./scan')

/** The scripts of this page that its document does not name, for the copy without a network. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((asset) => /^\/assets\/.*\.js$/.test(asset))

/** Reads the code behind the `#`, or one that was pasted, and says what it is worth. */
export function LetterCheck() {
  const { data } = useView<typeof load>()
  const t = useT()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>({ ...nothing, book: null, listedAt: null, isBusy: true, isAble: true })

  useEffect(() => {
    let isShown = true
    async function look() {
      const code = location.hash.slice(1)
      setState((was) => ({ ...was, ...nothing, isBusy: true }))
      const { bookAt, canVerify, check, listedAt } = await checking()
      const [book, isAble] = await Promise.all([bookAt(data.book), canVerify()])
      const verdict = code && book && isAble ? await check(code, book) : null
      if (isShown) setState({ ...nothing, book, listedAt: book && listedAt(book), verdict, isBusy: false, isAble })
      await scanning().catch(() => null)
      if (book) await tellWorker('letters', { assets: loaded() }).catch(() => null)
    }
    void look()
    addEventListener('hashchange', look)
    return () => {
      isShown = false
      removeEventListener('hashchange', look)
    }
  }, [data.book])

  // The outcome stands above what was pressed, and may be out of sight.
  useEffect(() => {
    if (state.verdict || state.unread) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [state.verdict, state.unread])

  async function judge(text: string): Promise<void> {
    if (!state.book || !text.trim()) return
    const { check } = await checking()
    const verdict = await check(text, state.book)
    setState((was) => ({ ...was, ...nothing, verdict, isBusy: false }))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    void judge(String(new FormData(form.current!).get('letter') ?? ''))
  }

  async function choose([file]: readonly File[]): Promise<void> {
    if (!file || !state.book || !state.isAble) return
    setState((was) => ({ ...was, ...nothing, isBusy: true }))
    const { scan } = await scanning()
    const scanned = await scan(file)
    if ('text' in scanned) return judge(scanned.text)
    setState((was) => ({ ...was, unread: scanned.fault, isBusy: false }))
  }

  return (
    <>
      <div ref={outcome} role="status" aria-live="polite">
        {state.verdict && <Verdict verdict={state.verdict} />}
        {state.unread && (
          <Banner tone="warn" title={t(`letters:unread.${state.unread}`)}>
            {t(`letters:unread.${state.unread}.about`)}
          </Banner>
        )}
      </div>
      {/* Drawn before the script is there, so that nothing moves; the page says what it needs. */}
      <Card tone="narrow">
        <FileField
          name="picture"
          label={t('letters:picture')}
          hint={t('letters:picture-hint')}
          accept="image/*"
          camera="environment"
          onFiles={(files, why) => why === 'chosen' && void choose(files)}
        />
        <form ref={form} onSubmit={submit}>
          <div className="field">
            <label htmlFor="letter">{t('letters:code')}</label>
            <p className="hint" id="letter-hint">
              {t('letters:code-hint')}
            </p>
            <textarea id="letter" name="letter" rows={3} maxLength={20_000} aria-describedby="letter-hint" />
          </div>
          <div className="actions">
            <Button disabled={!state.book || !state.isAble}>{t('letters:check')}</Button>
          </div>
        </form>
      </Card>
      <div role="status" className={styles.kept}>
        {isHydrated && state.isBusy && <p>{t('letters:checking')}</p>}
        {!state.isBusy && <Kept state={state} />}
      </div>
    </>
  )
}

function Verdict({ verdict }: { verdict: LetterVerdict }) {
  const { language } = useView()
  const t = useT()
  const when = (at: number) => formatDateTime(at, language)
  if (verdict.isGenuine)
    return (
      <>
        <Banner tone="ok" title={t('letters:genuine')}>
          {t('letters:not-shown')}
        </Banner>
        <Shown letter={verdict.letter} listed={t('letters:as-of', { at: when(verdict.listedAt) })} />
      </>
    )
  const { code, facts, letter } = verdict.fault
  const at = typeof facts.at === 'number' ? when(facts.at) : ''
  return (
    <>
      <Banner tone={letter ? 'warn' : 'error'} title={t(letter ? 'letters:unsure' : 'letters:false')}>
        {t(`letters:fault.${code}`, { issuer: facts.issuer ?? '', at })}
      </Banner>
      {letter && <Shown letter={letter} listed={null} />}
    </>
  )
}

function Shown({ letter, listed }: { letter: Letter; listed: string | null }) {
  const { language } = useView()
  const t = useT()
  const { kind, name, about, issuedAt, rest } = letter
  return (
    <Card tone="narrow">
      <Facts
        layout="stacked"
        facts={[
          { label: t('letters:name'), value: <strong>{name}</strong> },
          { label: t(kind === 'receipt' ? 'letters:paid' : 'letters:seat'), value: <strong>{about}</strong> },
          { label: t('letters:what'), value: t(`letters:kind.${kind}`) },
          { label: t('letters:printed'), value: formatDateTime(issuedAt, language) },
          listed !== null && { label: t('letters:as-of-label'), value: listed },
          ...Object.entries(rest ?? {}).map(([label, value]) => ({ label, value: String(value), isWritten: true })),
        ]}
      />
    </Card>
  )
}

/** What this device can do without a network, and until when. */
function Kept({ state: { listedAt: at, isAble } }: { state: State }) {
  const { language } = useView()
  const t = useT()
  if (!isAble)
    return (
      <Banner tone="warn" title={t('letters:too-old')}>
        {t('letters:too-old-about')}
      </Banner>
    )
  if (at === null)
    return (
      <Banner tone="warn" title={t('letters:not-kept')}>
        {t('letters:not-kept-about')}
      </Banner>
    )
  if (Date.now() - at > hours(24))
    return <p className="hint">{t('letters:old-about', { at: formatDateTime(at, language) })}</p>
  return <p className="hint">{t('letters:kept-about', { at: formatDateTime(at, language) })}</p>
}
