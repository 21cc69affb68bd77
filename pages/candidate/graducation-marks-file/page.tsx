import { Standing, StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { filePlace } from '#pages/parts/documents/place.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Deadline } from '#pages/ui/data/Deadline.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
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
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { entry, marks, isInForm } = data
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
        {isOnlyInForm && (
          <p>
            {t('certificates:cgpa.in-form')} {entry.closed === null && t('certificates:cgpa.hand-in')}{' '}
            <a href={href(base, 'documents/view/:name', { name: 'cgpa-conversion' })}>
              {t('certificates:cgpa.see-copy')}
            </a>
          </p>
        )}
        {isOnlyInForm && entry.closed === null && marks.percentage !== '' && (
          <Form name="copy" submit={t('certificates:cgpa.use-copy')}>
            <input type="hidden" name="intent" value="copy" />
            <Figures of={marks} />
          </Form>
        )}
        {entry.stated && <Figures of={entry.stated} />}
        <Standing entry={entry} />
      </div>
    </Card>
  )
}

function Figures({ of: { cgpa, scale, percentage } }: { of: { cgpa: string; scale: string; percentage: string } }) {
  const t = useT()
  return (
    <Facts
      facts={[
        { label: t('certificates:cgpa.cgpa'), value: t('certificates:cgpa.of', { cgpa, scale }) },
        { label: t('certificates:cgpa.percentage'), value: percentage },
      ]}
    />
  )
}

function Upload() {
  const { entry, marks, isInForm } = useView<typeof load>().data
  const t = useT()
  return (
    <Card tone="narrow" title={t(entry.file || isInForm ? 'certificates:cgpa.again' : 'certificates:cgpa.first')}>
      <UploadForm
        kind="cgpa-conversion"
        name={t('documents:kind.cgpa-conversion')}
        isReplacing={entry.file !== null}
        isAsked={entry.status === 'rejected'}
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
