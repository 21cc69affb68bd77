import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useBrowser } from '#pages/ui/browser/browser.ts'
import { draftPrefix } from '#pages/ui/browser/draft-storage.ts'
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

/** True if this device keeps a draft of this page for the candidate; what lasts only as long as the page does not count. */
function isKept(owner: string): boolean {
  try {
    const start = `${draftPrefix(owner)}${location.pathname} `
    return Object.keys(localStorage).some((key) => key.startsWith(start))
  } catch {
    // A browser that forbids storage keeps nothing.
    return false
  }
}

/** A draft is kept within this time of the last input. Milliseconds. */
const soon = 700

/** What the device keeps of a step that is being filled in, else what is saved of it. `saved`: in words. */
export function DraftState({ saved }: { saved: string }) {
  const { session } = useView()
  const t = useT()
  const browser = useBrowser()
  const place = useRef<HTMLSpanElement>(null)
  const [keptAt, setKeptAt] = useState<number | null>(null)
  const owner = session?.details.user_id
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form || !browser || owner === undefined) return
    let timer = 0
    const look = () => {
      clearTimeout(timer)
      timer = window.setTimeout(() => setKeptAt(isKept(owner) ? browser.screen.now() : null), soon)
    }
    look()
    for (const type of ['input', 'reset']) form.addEventListener(type, look)
    return () => {
      clearTimeout(timer)
      for (const type of ['input', 'reset']) form.removeEventListener(type, look)
    }
  }, [browser, owner])
  return <span ref={place}>{keptAt === null ? saved : t('steps:dock.kept', { time: formatTime(keptAt) })}</span>
}
