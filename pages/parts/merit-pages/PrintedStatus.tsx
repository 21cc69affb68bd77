import { formatDateTime } from '../../../server/i18n/format'
import { useHydrated } from '../../ui/browser/hydrated'
import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import { Result } from './Result'
import type { printedView } from './status.server'
import { statusRoutes } from './status-routes'

/** A merit number for printing, for the candidate or, for 15 minutes, for a visitor who looked it up. */
export function PrintedStatus() {
  const { base, data, language, now } =
    useView<() => NonNullable<Exclude<ReturnType<typeof printedView>, { to: string }>>>()
  const t = useT()
  const isHydrated = useHydrated()
  const { edition, result } = data
  const { stage, number, publishedAt } = edition
  return (
    <>
      <h1>{t('meritpages:letter.title', { stage: t(`meritpages:stage.${stage}`) })}</h1>
      <p>{t('meritpages:letter.standing', { number, at: publishedAt })}</p>
      <Card>
        <Result result={result} />
      </Card>
      <p className="lead">{t('meritpages:status.shown', { at: formatDateTime(now, language) })}</p>
      <div className="actions">
        {isHydrated && (
          <Button type="button" onClick={() => window.print()}>
            {t('meritpages:status.print-now')}
          </Button>
        )}
        <Button href={href(base, statusRoutes[stage].status)} kind="quiet">
          {t('meritpages:status.back')}
        </Button>
      </div>
    </>
  )
}
