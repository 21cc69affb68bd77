import { CopyInForm } from '#pages/parts/certificates/CopyInForm.tsx'
import { Figures } from '#pages/parts/certificates/Figures.tsx'
import { Standing, StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { useUpload } from '#pages/parts/documents/upload.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** Graduation marks: the certificate by which the university converts the CGPA to a percentage. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('signedin:menu.graduation-marks')
  const { entry } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('certificates:cgpa.lead')}</p>
      <Ranked />
      <Certificate />
      {entry.closed !== null ? (
        <Banner tone={entry.status === 'verified' ? 'ok' : 'info'}>{entry.closed}</Banner>
      ) : (
        <>
          {entry.dueAt !== null && <Deadline name={t('certificates:upload-by')} until={entry.dueAt} />}
          <Upload />
        </>
      )}
    </>
  )
}

/** The certificate as it stands, with the figures of the form or of the file. */
function Certificate() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { entry, isInForm } = data
  const isOnlyInForm = entry.status === 'wanted' && isInForm
  return (
    <Card tone="narrow" title={t('documents:kind.cgpa-conversion')} place={filePlace('cgpa-conversion')}>
      <div className="stack">
        <p>
          {isOnlyInForm ? (
            <Tag tone={entry.closed === null ? 'todo' : 'warn'}>
              {t(entry.closed === null ? 'certificates:cgpa.figures-wanted' : 'certificates:cgpa.figures-missed')}
            </Tag>
          ) : (
            <StatusTag status={entry.status} isClosed={entry.closed !== null} />
          )}
        </p>
        {data.copy ? <CopyInForm marks={data.copy} /> : isOnlyInForm && <p>{t('certificates:cgpa.in-form')}</p>}
        {entry.stated && <Figures of={entry.stated} />}
        <Standing entry={entry} />
      </div>
    </Card>
  )
}

/** The percentage that counts in the list that is out, where it comes from, and what the candidate can do about it. */
function Ranked() {
  const { ranked, entry } = useView<typeof load>().data
  const t = useT()
  if (!ranked) return null
  const { stage, percentage } = ranked
  return (
    <Banner tone="info" title={t(`certificates:ranked.${stage}`, { percentage })}>
      {t(entry.status === 'verified' ? 'certificates:ranked.verified' : 'certificates:ranked.from-form')}{' '}
      {entry.status !== 'verified' &&
        t(entry.closed === null ? 'certificates:ranked.still' : 'certificates:ranked.no-more')}
    </Banner>
  )
}

function Upload() {
  const { entry, marks, isInForm, copy } = useView<typeof load>().data
  const t = useT()
  const upload = useUpload('cgpa-conversion', entry.file?.uploadedAt ?? null, false)
  return (
    <Card tone="narrow" title={t(entry.file || isInForm ? 'certificates:cgpa.again' : 'certificates:cgpa.first')}>
      <UploadForm
        upload={upload}
        name={t('documents:kind.cgpa-conversion')}
        isAsked={entry.status === 'rejected'}
        isLater={copy !== null}
      >
        <p className="hint">{t('certificates:cgpa.about')}</p>
        <Field
          name="cgpa"
          label={t('certificates:cgpa.cgpa')}
          value={marks.cgpa}
          inputMode="decimal"
          width="short"
          required
        />
        <Field
          name="scale"
          label={t('certificates:cgpa.scale')}
          hint={t('certificates:cgpa.scale-hint')}
          value={marks.scale}
          inputMode="decimal"
          width="short"
          required
        />
        <Field
          name="percentage"
          label={t('certificates:cgpa.percentage')}
          hint={t('certificates:cgpa.percentage-hint')}
          value={marks.percentage}
          inputMode="decimal"
          width="short"
          required
        />
      </UploadForm>
    </Card>
  )
}
