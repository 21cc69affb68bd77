import { OtpField } from '../../../parts/accounts/OtpField'
import { ResendButton } from '../../../parts/accounts/ResendButton'
import { ShownFile } from '../../../parts/documents/ShownFile'
import { Card } from '../../../ui/data/Card'
import { Facts } from '../../../ui/data/Facts'
import { Tag } from '../../../ui/data/Tag'
import { Field } from '../../../ui/form/Field'
import { Form } from '../../../ui/form/Form'
import { href } from '../../../ui/href'
import { Banner } from '../../../ui/shell/Banner'
import { Breadcrumb } from '../../../ui/shell/Breadcrumb'
import { useT, useView } from '../../../ui/view'
import styles from './page.module.css'
import type { show } from './page.server'

/** One candidate at the centre: the answers beside the documents, and the confirmation. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, fullName, day, hours, arrived, confirmed, version } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.appointments'), href: href(cellBase, 'appointments') }]} />
      <h1>{fullName}</h1>
      <p className="lead">
        {t('shell:application-id')} <b>{userId}</b> · {t('centres:visit.appointment', { day, hours })} ·{' '}
        {t('centres:visit.version', { version })}
      </p>
      <p>
        {confirmed ? (
          <Tag tone="done">{t('centres:visit.confirmed', { at: confirmed })}</Tag>
        ) : (
          <Tag tone={arrived ? 'todo' : 'wait'}>
            {arrived ? t('centres:visit.arrived', { at: arrived }) : t('centres:state.booked')}
          </Tag>
        )}
      </p>
      {data.whyNot && (arrived || confirmed) && <Banner tone="warn">{data.whyNot}</Banner>}
      {!arrived && !confirmed && <Arrival />}
      <div className="halves">
        <Answers />
        <Documents />
      </div>
      {data.mayConfirm && <Confirm />}
      {data.mayEdit && <Edit />}
      {data.mayWithdraw && <Withdraw />}
    </>
  )
}

function Arrival() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Form name="arrived" submit={t('centres:mark.arrived')}>
      <input type="hidden" name="intent" value="arrived" />
      <input type="hidden" name="userId" value={data.userId} />
    </Form>
  )
}

function Answers() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('centres:visit.facts')}>
      {data.sections.map(({ step, title, rows }) => (
        <section key={`${step} ${title}`} className={styles.part}>
          <h3>{title}</h3>
          <Facts layout="stacked" facts={rows} />
        </section>
      ))}
    </Card>
  )
}

function Documents() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, documents, shown } = data
  const file =
    shown && href(cellBase, 'centre/:userId/documents/:name', { userId, name: shown.name }, { at: shown.uploadedAt })
  return (
    <div className={styles.documents}>
      <Card title={t('centres:visit.documents')}>
        <ul className={`plain ${styles.names}`}>
          {documents.map(({ kind, because, document }) => (
            <li key={kind}>
              {document ? (
                <a
                  href={href(cellBase, 'centre/:userId', { userId }, { document: kind })}
                  aria-current={shown?.name === kind ? 'true' : undefined}
                >
                  {t(`documents:kind.${kind}`)}
                </a>
              ) : (
                <span>
                  {t(`documents:kind.${kind}`)} <Tag tone="fix">{t('centres:visit.missing')}</Tag>
                </span>
              )}
              {because && <small>{t(`documents:because.${because}`)}</small>}
            </li>
          ))}
        </ul>
        {shown && file && <ShownFile file={shown} name={t(`documents:kind.${shown.name}`)} address={file} />}
      </Card>
    </div>
  )
}

function Confirm() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card tone="next" title={t('centres:confirm.title')}>
      <div className="stack">
        <p>{t('centres:confirm.about')}</p>
        <Form name="confirm" submit={t('centres:confirm.go')}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="version" value={data.version} />
          <Field kind="checkbox" name="originals" label={t('centres:confirm.originals')} required />
        </Form>
      </div>
    </Card>
  )
}

/** Changes the form for the candidate, who reads out an OTP to permit it. */
function Edit() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, steps, isEditable, proving } = data
  return (
    <Card title={t('centres:edit.title')}>
      {isEditable ? (
        <div className="stack">
          <p>{t('centres:edit.open')}</p>
          <ul className="plain">
            {steps.map((step) => (
              <li key={step}>
                <a href={href(cellBase, 'centre/:userId/:step', { userId, step })}>{t(`shell:menu.${step}`)}</a>
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Attended act="edit" isProving={proving === 'edit'} />
      )}
    </Card>
  )
}

function Withdraw() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <Card title={t('centres:withdraw.title')}>
      <Attended act="withdraw" isProving={data.proving === 'withdraw'} />
    </Card>
  )
}

function Attended({ act, isProving }: { act: 'edit' | 'withdraw'; isProving: boolean }) {
  const t = useT()
  const kind = act === 'withdraw' ? 'danger' : 'primary'
  return (
    <div className="stack">
      <p>{t(`centres:${act}.about`)}</p>
      {isProving ? (
        <Form name={act} kind={kind} submit={t(`centres:${act}.go`)} beside={<ResendButton />}>
          <input type="hidden" name="intent" value={act} />
          <OtpField hint={t('centres:visit.otp-hint')} />
        </Form>
      ) : (
        <Form name={`${act}-otp`} kind="quiet" submit={t('centres:visit.send-otp')}>
          <input type="hidden" name="intent" value={`${act}-otp`} />
        </Form>
      )}
    </div>
  )
}
