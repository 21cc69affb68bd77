import { languageIn } from '../../../../server/kernel/languages'
import { StatusTag } from '../../../certificates-parts/Standing'
import { ShownFile } from '../../../documents-parts/ShownFile'
import { certificateCaseAddress } from '../../../ui/addresses'
import { Banner } from '../../../ui/Banner'
import { Breadcrumb } from '../../../ui/Breadcrumb'
import { Card } from '../../../ui/Card'
import { Field } from '../../../ui/Field'
import { Form } from '../../../ui/Form'
import { href } from '../../../ui/href'
import { Tag } from '../../../ui/Tag'
import { useT, useView } from '../../../ui/view'
import type { show } from './page.server'

/** One certificate: what it states, what the form says, the file, and the verdict. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { kind, fullName, userId, status, remark, rows, file, id } = data
  const name = t(`documents:kind.${kind}`)
  const address = certificateCaseAddress(cellBase, id)
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.certificates'), href: href(cellBase, 'certificates') }]} />
      <h1>{name}</h1>
      <p className="lead num">
        <span lang={languageIn(fullName)}>{fullName}</span> · {userId} · <StatusTag status={status} />
      </p>
      {remark && (
        <Banner tone="warn">
          <span lang={languageIn(remark)}>{remark}</span>
        </Banner>
      )}
      <div className="beside">
        <div>
          <Stated />
          <Card title={t('certificates:case.form')}>
            <dl className="facts">
              {rows.map(({ name, label, value }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd lang={languageIn(value)}>{value}</dd>
                </div>
              ))}
            </dl>
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

/** The marks that the candidate has read off the certificate, against those of the form. */
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
      <dl className="facts num">
        {(['cgpa', 'scale', 'percentage'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`certificates:cgpa.${name}`)}</dt>
            <dd>{t('certificates:case.both', { stated: stated[name], form: expected[name] })}</dd>
          </div>
        ))}
      </dl>
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
