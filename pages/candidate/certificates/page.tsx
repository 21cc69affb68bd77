import { CopyInForm } from '#pages/parts/certificates/CopyInForm.tsx'
import { Standing, StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { JustUploaded } from '#pages/parts/documents/JustUploaded.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { useUpload } from '#pages/parts/documents/upload.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** Awaited certificates: each can be uploaded once it arrives, even when the form is locked. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:title.certificates')
  const { entries, cgpa, dueAt } = data
  const isOpen = entries.some(({ closed }) => closed === null)
  const hasOneDate = entries.every((entry) => entry.dueAt === dueAt)
  const first = entries.find(({ file, status, closed }) => closed === null && (!file || status === 'rejected'))?.kind
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('certificates:awaited.lead')}</p>
      {isOpen && dueAt !== null && hasOneDate && <Deadline name={t('certificates:upload-by')} until={dueAt} />}
      {entries.length === 0 && !cgpa && <Banner tone="info">{t('certificates:awaited.none')}</Banner>}
      {entries.map((entry) => (
        <Certificate key={entry.kind} entry={entry} hasDate={!hasOneDate} isFirst={entry.kind === first} />
      ))}
      {cgpa && (
        <Card tone="narrow" title={t('documents:kind.cgpa-conversion')} place={filePlace('cgpa-conversion')}>
          <div className="stack">
            <p>
              <StatusTag status={cgpa.status} isClosed={cgpa.isClosed} />
            </p>
            {cgpa.copy && <CopyInForm marks={cgpa.copy} isLater={first !== undefined} />}
            <div className="actions">
              <Button kind={cgpa.copy || first ? 'quiet' : 'primary'} href={href(base, 'graducation-marks-file')}>
                {t('signedin:menu.graduation-marks')}
              </Button>
            </div>
          </div>
        </Card>
      )}
    </>
  )
}

/**
 * A certificate with its state, and its upload while that is possible. `hasDate`: its date is not that of all. `isFirst`: it is
 * the next one to upload.
 */
function Certificate({
  entry,
  hasDate,
  isFirst,
}: {
  entry: DataOf<typeof load>['entries'][number]
  hasDate: boolean
  isFirst: boolean
}) {
  const { just } = useView<typeof load>().data
  const t = useT()
  const { kind, file, status, closed, by } = entry
  const name = t(`documents:kind.${kind}`)
  const upload = useUpload(kind, file?.uploadedAt ?? null, true)
  return (
    <Card tone="narrow" title={name} place={filePlace(kind)}>
      <div className="stack">
        <p>
          <StatusTag status={status} isClosed={closed !== null} />
        </p>
        {by && hasDate && <p>{t('certificates:by', { by })}</p>}
        <Standing entry={entry} />
        {just === kind && closed === null && file && (
          <JustUploaded upload={upload} uploadedAt={file.uploadedAt} name={name} />
        )}
        {closed === null ? (
          <UploadForm upload={upload} name={name} isAsked={status === 'rejected'} isLater={!isFirst} />
        ) : (
          <p>{closed}</p>
        )}
      </div>
    </Card>
  )
}
