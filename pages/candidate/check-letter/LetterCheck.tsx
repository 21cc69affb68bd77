import { type FormEvent, useEffect, useRef } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Letter, LetterVerdict } from '#server/domain/log/letter.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { hours } from '#server/kernel/time.ts'
import styles from './page.module.css'
import type { load } from './page.server'
import { type State, useLetterCheck } from './use-letter-check'

/** Reads the code behind the `#`, or one that was pasted, and says what it is worth. */
export function LetterCheck() {
  const { data } = useView<typeof load>()
  const t = useT()
  const isHydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const { state, judge, choose } = useLetterCheck(data.book)

  // The outcome stands above what was pressed, and may be out of sight.
  useEffect(() => {
    if (state.verdict || state.unread) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [state.verdict, state.unread])

  function submit(event: FormEvent): void {
    event.preventDefault()
    const text = String(new FormData(form.current!).get('letter') ?? '')
    if (text.trim()) void judge(text)
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
            <Button disabled={!state.hasBook || !state.isAble}>{t('letters:check')}</Button>
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
  const isOpen = letter !== undefined || code === 'keys-older'
  return (
    <>
      <Banner
        tone={isOpen ? 'warn' : 'error'}
        title={t(letter ? 'letters:unsure' : isOpen ? 'letters:unknown' : 'letters:false')}
      >
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
function Kept({ state: { hasBook, listedAt, isKept, isAble } }: { state: State }) {
  const { language } = useView()
  const t = useT()
  const warned = !isAble ? 'too-old' : !hasBook ? 'not-kept' : null
  if (warned)
    return (
      <Banner tone="warn" title={t(`letters:${warned}`)}>
        {t(`letters:${warned}-about`)}
      </Banner>
    )
  if (listedAt === null) return <p className="hint">{t('letters:no-lists')}</p>
  const told = Date.now() - listedAt > hours(24) ? 'old-about' : isKept ? 'kept-about' : 'listed-about'
  return <p className="hint">{t(`letters:${told}`, { at: formatDateTime(listedAt, language) })}</p>
}
