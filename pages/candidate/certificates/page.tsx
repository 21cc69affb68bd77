import { Standing, StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Awaited certificates: each can be uploaded once it arrives, even when the form is locked. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:title.certificates')
  const { entries, cgpa, dueAt } = data
  const isOpen = entries.some(({ closed }) => closed === null)
  const hasOneDate = entries.every((entry) => entry.dueAt === dueAt)
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('certificates:awaited.lead')}</p>
      {isOpen && dueAt !== null && hasOneDate && <Deadline name={t('certificates:upload-by')} until={dueAt} />}
      {entries.length === 0 && !cgpa && <Banner tone="info">{t('certificates:awaited.none')}</Banner>}
      {entries.map((entry) => {
        const name = t(`documents:kind.${entry.kind}`)
        return (
          <Card key={entry.kind} tone="narrow" title={name} place={filePlace(entry.kind)}>
            <div className="stack">
              <p>
                <StatusTag status={entry.status} isClosed={entry.closed !== null} />
              </p>
              {entry.by && !hasOneDate && <p>{t('certificates:by', { by: entry.by })}</p>}
              <Standing entry={entry} />
              {entry.closed === null ? (
                <UploadForm
                  kind={entry.kind}
                  name={name}
                  isReplacing={entry.file !== null}
                  isAsked={entry.status === 'rejected'}
                />
              ) : (
                <p>{entry.closed}</p>
              )}
            </div>
          </Card>
        )
      })}
      {cgpa && (
        <Card tone="narrow" title={t('documents:kind.cgpa-conversion')}>
          <div className="stack">
            <p>
              <StatusTag {...cgpa} />
            </p>
            <div className="actions">
              <Button href={href(base, 'graducation-marks-file')}>{t('signedin:menu.graduation-marks')}</Button>
            </div>
          </div>
        </Card>
      )}
    </>
  )
}
