import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { Result } from './Result'
import type { printedView } from './status.server'
import { statusRoutes } from './status-routes'

/** A merit number for printing, for the candidate or, for 15 minutes, for a visitor who looked it up. */
export function PrintedStatus() {
  const { base, data, language, now } = useView<typeof printedView>()
  const t = useT()
  const isHydrated = useHydrated()
  const { edition, result } = data
  const { stage, number, publishedAt } = edition
  return (
    <>
      <h1>{t('meritstatus:letter.title', { stage: t(`meritpages:stage.${stage}`) })}</h1>
      <p>{t('meritstatus:letter.standing', { number, at: publishedAt })}</p>
      <Card>
        <Result result={result} />
      </Card>
      <p className="lead">{t('meritstatus:shown', { at: formatDateTime(now, language) })}</p>
      <div className="actions">
        {isHydrated && (
          <Button type="button" onClick={() => window.print()}>
            {t('meritstatus:print-now')}
          </Button>
        )}
        <Button href={href(base, statusRoutes[stage].status)} kind="quiet">
          {t('meritstatus:back')}
        </Button>
      </div>
    </>
  )
}
