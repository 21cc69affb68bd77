import { useT } from '#pages/ui/view.ts'

/** Above a button that leads to the gateway: what to know about its page before it opens. */
export function Leaving() {
  const t = useT()
  return <p className="hint">{t('payments:pay.leaving')}</p>
}
