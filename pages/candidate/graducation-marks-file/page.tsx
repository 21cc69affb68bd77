import { Standing, StatusTag } from '../../certificates-parts/Standing'
import { filePlace } from '../../documents-parts/place'
import { UploadForm } from '../../documents-parts/UploadForm'
import { Banner } from '../../ui/Banner'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { Countdown } from '../../ui/Countdown'
import { Field } from '../../ui/Field'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

type Shown = NonNullable<ReturnType<typeof load>>

/** Graduation marks: the university's conversion of the CGPA, as its certificate states it. */
export default function Page() {
  const { base, data } = useView<(...page: Parameters<typeof load>) => Shown>()
  const t = useT()
  const title = t('shell:menu.graduation-marks')
  const { entry, marks, dueAt } = data
  const name = t('documents:kind.cgpa-conversion')
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('certificates:cgpa.lead')}</p>
      <Card tone="narrow" title={name} place={filePlace('cgpa-conversion')}>
        <div className="stack">
          <p>
            <StatusTag status={entry.status} isClosed={entry.closed !== null} />
          </p>
          {entry.stated && (
            <dl className="facts num">
              <dt>{t('certificates:cgpa.cgpa')}</dt>
              <dd>{t('certificates:cgpa.of', { cgpa: entry.stated.cgpa, scale: entry.stated.scale })}</dd>
              <dt>{t('certificates:cgpa.percentage')}</dt>
              <dd>{entry.stated.percentage}</dd>
            </dl>
          )}
          <Standing entry={entry} />
        </div>
      </Card>
      {entry.closed !== null ? (
        <Banner tone={entry.status === 'verified' ? 'ok' : 'info'}>{entry.closed}</Banner>
      ) : (
        <>
          {dueAt !== null && <Countdown until={dueAt} />}
          <Card tone="narrow" title={t(entry.file ? 'certificates:cgpa.again' : 'certificates:cgpa.first')}>
            <UploadForm kind="cgpa-conversion" name={name} isReplacing={entry.file !== null}>
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
        </>
      )}
    </>
  )
}
