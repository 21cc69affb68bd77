import { useEffect, useState } from 'react'
import { inLanguage } from '#pages/ui/addresses.ts'
import { type Outcome, useBrowser } from '#pages/ui/browser/browser.ts'
import { tellWorker } from '#pages/ui/browser/offline.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/**
 * The choice to keep this page and its papers on the device, and to remove them. It needs a browser with service
 * workers; without one, the page says so.
 */
export function KeepHere() {
  const { base, language, data } = useView<typeof load>()
  const t = useT()
  const browser = useBrowser()
  const [state, setState] = useState<'unknown' | 'unable' | 'none' | 'kept' | 'busy'>('unknown')
  const { userId, papers } = data.own!

  useEffect(() => {
    if (!('serviceWorker' in navigator)) return setState('unable')
    void tellWorker('ask', {}).then((owner) => setState(owner === userId ? 'kept' : 'none'))
  }, [userId])

  function keep() {
    setState('busy')
    const page = inLanguage(href(base, 'offline'), language)
    const work = tellWorker('keep', { userId, page, papers: papers.map((paper) => paper.href) }).then(
      (isKept): Outcome => {
        setState(isKept ? 'kept' : 'none')
        return { type: isKept ? 'success' : 'error', text: t(isKept ? 'offline:kept' : 'offline:not-kept') }
      },
    )
    browser?.toasts.during(work, t('offline:keeping'))
  }

  async function remove() {
    await tellWorker('forget', {})
    setState('none')
    browser?.toasts.show('success', t('offline:removed'))
  }

  const unable = <p className="lead">{t('offline:needs-script')}</p>
  if (state === 'unknown') return <noscript>{unable}</noscript>
  if (state === 'unable') return unable
  return (
    <>
      <p className="lead">{t(state === 'kept' ? 'offline:is-kept' : 'offline:keep-about')}</p>
      <div className="actions">
        {state === 'kept' ? (
          <Button type="button" kind="quiet" onClick={() => void remove()}>
            {t('offline:remove')}
          </Button>
        ) : (
          <Button type="button" onClick={keep} disabled={state === 'busy'}>
            {t('offline:keep')}
          </Button>
        )}
      </div>
    </>
  )
}
