import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { draftEvent } from '#pages/ui/browser/drafts.ts'
import { useOffline } from '#pages/ui/browser/network.ts'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import { formatTime } from '#server/i18n/format.ts'

/**
 * The foot of a step: what is saved or left, the way back, and the act that goes on. On a phone it stays in sight, except
 * where large text or a low screen leaves too little room beside it. `children`: the act.
 */
export function Dock({ step, state, children }: { step: StepNumber | null; state: ReactNode; children?: ReactNode }) {
  const { base } = useView()
  const t = useT()
  const isOffline = useOffline()
  return (
    <div className="dock">
      <span className="grow" role="status">
        {isOffline && <b>{t('steps:dock.offline')} </b>}
        {state}
      </span>
      {step !== null && <a href={href(base, step === 0 ? 'dashboard' : steps[step - 1]!)}>{t('steps:dock.back')}</a>}
      {children}
    </div>
  )
}

/** What the device keeps of a step that is being filled in, else what is saved of it. `saved`: in words. */
export function DraftState({ saved }: { saved: string }) {
  const t = useT()
  const browser = useBrowser()
  const place = useRef<HTMLSpanElement>(null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form || !browser) return
    const onDraft = ({ detail }: Event & { detail?: boolean }) => setKeptAt(detail ? browser.screen.now() : null)
    form.addEventListener(draftEvent, onDraft)
    return () => form.removeEventListener(draftEvent, onDraft)
  }, [browser])
  return (
    <span ref={place} data-kept={keptAt !== null || undefined}>
      {keptAt === null ? saved : t('steps:dock.kept', { time: formatTime(keptAt) })}
    </span>
  )
}
