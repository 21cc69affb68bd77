import { CloseLookUp, LookedUp } from '#pages/parts/look-up/LookedUp.tsx'
import { LookUpForm } from '#pages/parts/look-up/LookUpForm.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { Result } from './Result'
import type { statusView } from './status.server'
import { statusRoutes } from './status-routes'

/** The public look-up of a merit number, with its result. */
export function Status() {
  const { base, form, data } = useView<typeof statusView>()
  const t = useT()
  const { stage, edition, due, found, exampleId } = data
  const title = t(`shell:menu.meritstatus-${stage}`)
  if (!edition) {
    return (
      <>
        <h1>{title}</h1>
        <Banner
          tone="info"
          title={t('meritstatus:not-yet')}
          action={<a href={href(base, 'importantdate')}>{t('meritpages:lists.dates')}</a>}
        >
          {due && t('meritstatus:due', { at: due })}
        </Banner>
      </>
    )
  }
  const { number, publishedAt, name } = edition
  return (
    <>
      <h1>{title}</h1>
      <p className="lead">{t('meritstatus:lead')}</p>
      <p>
        {t('meritpages:status.published', { stage: t(`meritpages:stage.${stage}`), number, at: publishedAt })}{' '}
        <a href={href(base, 'merit-lists', undefined, { edition: name })}>{t('meritstatus:whole-list')}</a>
      </p>
      {found && <Found userId={found} />}
      {(!found || form) && (
        <Card tone="narrow">
          <LookUpForm example={exampleId} />
        </Card>
      )}
    </>
  )
}

function Found({ userId }: { userId: string }) {
  const { base, data } = useView<typeof statusView>()
  const t = useT()
  const { stage, result, grievanceUntil } = data
  const { status, print } = statusRoutes[stage]
  return (
    <>
      <LookedUp userId={userId} />
      {result ? (
        <Card>
          <Result result={result} />
          <div className="actions">
            <Button href={href(base, print, { userId })}>{t('meritstatus:print')}</Button>
          </div>
        </Card>
      ) : (
        <Banner tone="warn" title={t('meritstatus:not-in-list')}>
          {t('meritstatus:not-in-list-about')}
        </Banner>
      )}
      {grievanceUntil && (
        <p className="lead">
          <b>{t('meritstatus:correct')}</b> {t('meritstatus:correct-about', { at: grievanceUntil })}
        </p>
      )}
      <CloseLookUp action={href(base, status)} />
    </>
  )
}
