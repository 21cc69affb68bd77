import { StatusTag } from '#pages/parts/certificates/Standing.tsx'
import { ShownFile } from '#pages/parts/documents/ShownFile.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** One certificate: the marks on it, the form's answers, the file, and the verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { kind, fullName, userId, status, remark, rows, file, id } = data
  const name = t(`documents:kind.${kind}`)
  const address = href(cellBase, 'certificates/:id/file', { id })
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.certificates'), href: href(cellBase, 'certificates') }]} />
      <h1>{name}</h1>
      <p className="lead">
        <Written>{fullName}</Written> · {userId} · <StatusTag status={status} />
      </p>
      {remark && (
        <Banner tone="warn">
          <Written>{remark}</Written>
        </Banner>
      )}
      <div className="halves">
        <div>
          <Stated />
          <Card title={t('certificates:case.form')}>
            <Facts layout="stacked" facts={rows.map((row) => ({ ...row, isWritten: true }))} />
          </Card>
        </div>
        {file && (
          <Card title={t('certificates:case.file')}>
            <ShownFile file={file} name={name} address={address} />
          </Card>
        )}
      </div>
      {status === 'uploaded' && <Verdict />}
    </>
  )
}

/** The marks that the candidate copied from the certificate, compared with those in the form. */
function Stated() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { stated, expected } = data
  if (!stated || !expected) return null
  const isSame = (['cgpa', 'scale', 'percentage'] as const).every(
    (name) => Number(stated[name]) === Number(expected[name]),
  )
  return (
    <Card title={t('certificates:case.stated')}>
      <p>
        <Tag tone={isSame ? 'done' : 'fix'}>{t(isSame ? 'certificates:case.same' : 'certificates:case.differs')}</Tag>
      </p>
      <Facts
        layout="stacked"
        facts={(['cgpa', 'scale', 'percentage'] as const).map((name) => ({
          label: t(`certificates:cgpa.${name}`),
          value: t('certificates:case.both', { stated: stated[name], form: expected[name] }),
        }))}
      />
    </Card>
  )
}

function Verdict() {
  const t = useT()
  return (
    <>
      <Card tone="narrow" title={t('certificates:case.accept')}>
        <Form name="verified" submit={t('certificates:case.accept')}>
          <input type="hidden" name="intent" value="verified" />
          <p>{t('certificates:case.accept-about')}</p>
        </Form>
      </Card>
      <Card tone="narrow" title={t('certificates:case.reject')}>
        <Form name="rejected" kind="danger" submit={t('certificates:case.reject')}>
          <input type="hidden" name="intent" value="rejected" />
          <Field
            name="remark"
            label={t('certificates:case.reason')}
            hint={t('certificates:case.reason-hint')}
            maxLength={300}
            required
          />
        </Form>
      </Card>
    </>
  )
}
