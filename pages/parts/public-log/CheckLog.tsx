import { useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Seen } from './look'

function Sentences({ of }: { of: readonly string[] }) {
  return (
    of.length > 0 && (
      <ul className="entries">
        {of.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    )
  )
}

/** Checks the log in the visitor's own browser, which remembers it until the next time. The check is loaded with the first one. */
export function CheckLog({ address, names }: { address: string; names: Readonly<Record<string, string>> }) {
  const { language } = useView()
  const t = useT()
  const isHydrated = useHydrated()
  const [seen, setSeen] = useState<Seen | 'busy' | null>(null)
  async function check(): Promise<void> {
    setSeen('busy')
    try {
      const { look } = await import('./look')
      setSeen(await look(address, { language, t, names }))
    } catch (error) {
      setSeen({ tone: 'warn', says: t('publiclog:unreachable', { why: String(error) }), news: [], seenBy: [] })
    }
  }
  return (
    <Card title={t('publiclog:check-title')}>
      <p>{t('publiclog:check-about')}</p>
      <noscript>
        <p>{t('publiclog:needs-script')}</p>
      </noscript>
      <div className="actions">
        <Button type="button" disabled={!isHydrated || seen === 'busy'} onClick={() => void check()}>
          {t('publiclog:check')}
        </Button>
      </div>
      <div role="status" aria-live="polite">
        {seen === 'busy' && <p>{t('publiclog:checking')}</p>}
        {seen && seen !== 'busy' && (
          <Banner tone={seen.tone} title={seen.says}>
            <Sentences of={seen.news} />
            <Sentences of={seen.seenBy} />
          </Banner>
        )}
      </div>
    </Card>
  )
}
