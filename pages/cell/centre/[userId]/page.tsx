import { useEffect } from 'react'
import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { VisitDocuments } from '#pages/parts/centre/VisitDocuments.tsx'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { useUpload } from '#pages/parts/documents/upload.ts'
import { Panes } from '#pages/parts/viewer/Panes.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import styles from './page.module.css'
import type { show } from './page.server'

/** One candidate at the centre on one screen: the answers and the next act beside the documents. */
export default function Page() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { userId } = data
  const held = data.documents.flatMap(({ kind, document }) =>
    document ? [{ kind, pages: document.pages, uploadedAt: document.uploadedAt }] : [],
  )
  return (
    <Panes head={<Head />} acts={<Acts />} documents={<VisitDocuments userId={userId} documents={held} />}>
      <p className="hint">{t('centres:edit.you')}</p>
      <Answers />
      <Documents />
    </Panes>
  )
}

function Head() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, fullName, day, hours, arrived, confirmed, version } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('staff:menu.appointments'), href: href(cellBase, 'appointments') }]} />
      <h1>
        {userId} <Written>{fullName}</Written>
      </h1>
      <p>
        {t('centres:visit.appointment', { day, hours })} · {t('centres:visit.version', { version })}{' '}
        {confirmed ? (
          <Tag tone="done">{t('centres:visit.confirmed', { at: confirmed })}</Tag>
        ) : (
          <Tag tone={arrived ? 'todo' : 'wait'}>
            {arrived ? t('centres:visit.arrived', { at: arrived }) : t('centres:state.booked')}
          </Tag>
        )}
      </p>
    </>
  )
}

/** What the officer can do now, from arrival to confirmation; an OTP is asked for here too. */
function Acts() {
  const { data } = useView<typeof show>()
  const { arrived, confirmed, proving } = data
  useEffect(() => {
    if (proving) document.getElementById(fieldId('otp'))?.focus()
  }, [proving])
  return (
    <>
      {data.whyNot && arrived && <Banner tone="warn">{data.whyNot}</Banner>}
      {!arrived && !confirmed && <Arrival />}
      {data.mayEdit && <Edit />}
      {data.mayConfirm && proving === null && <Confirm />}
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
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, steps, isEditable } = data
  return data.sections.map(({ step, title, rows }) => {
    const slug = steps.find((one) => one === step)
    return (
      <section key={`${step} ${title}`} className={styles.part}>
        <h2>{title}</h2>
        {isEditable && slug && (
          <a href={href(cellBase, 'centre/:userId/:step', { userId, step: slug })}>
            {t('centres:edit.change', { step: t(`signedin:menu.${slug}`) })}
          </a>
        )}
        <Facts facts={rows} />
      </section>
    )
  })
}

/** The documents that the claims need, with the reason; each can be uploaded for the candidate while their OTP lasts. */
function Documents() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <section className={styles.part}>
      <h2>{t('centres:visit.documents')}</h2>
      <ul className={`plain ${styles.names}`}>
        {data.documents.map(({ kind, because, document }) => (
          <li key={kind}>
            {t(`documents:kind.${kind}`)} {!document && <Tag tone="fix">{t('centres:visit.missing')}</Tag>}
            {because && <small>{t(`documents:because.${because}`)}</small>}
            {data.isEditable && (
              <Disclosure summary={t('centres:edit.upload')} kind="inline">
                <UploadOf kind={kind} uploadedAt={document?.uploadedAt ?? null} />
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** By a button: the candidate who could take the file back is not at this screen. */
function UploadOf({ kind, uploadedAt }: { kind: FileKind; uploadedAt: number | null }) {
  const t = useT()
  return <UploadForm upload={useUpload(kind, uploadedAt, false)} name={t(`documents:kind.${kind}`)} />
}

function Confirm() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <section>
      <p className="hint">{t('centres:confirm.about')}</p>
      <Form name="confirm" submit={t('centres:confirm.go')}>
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="version" value={data.version} />
        <Field kind="checkbox" name="originals" label={t('centres:confirm.originals')} required />
      </Form>
    </section>
  )
}

/** Changes the form for the candidate, who reads out an OTP to permit it. */
function Edit() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (data.isEditable) return <p>{t('centres:edit.open')}</p>
  return <Attended act="edit" isProving={data.proving === 'edit'} />
}

function Withdraw() {
  const { data } = useView<typeof show>()
  return <Attended act="withdraw" isProving={data.proving === 'withdraw'} />
}

function Attended({ act, isProving }: { act: 'edit' | 'withdraw'; isProving: boolean }) {
  const t = useT()
  const kind = act === 'withdraw' ? 'danger' : 'primary'
  return (
    <section>
      <h2>{t(`centres:${act}.title`)}</h2>
      <p className="hint">{t(`centres:${act}.about`)}</p>
      {isProving ? (
        <Form name={act} kind={kind} submit={t(`centres:${act}.go`)} beside={<ResendButton name="again" />}>
          <input type="hidden" name="intent" value={act} />
          <OtpField label={t('centres:otp.label')} hint={t('centres:visit.otp-hint')} />
        </Form>
      ) : (
        <Form name={`${act}-otp`} kind="quiet" submit={t('centres:visit.send-otp')}>
          <input type="hidden" name="intent" value={`${act}-otp`} />
        </Form>
      )}
    </section>
  )
}
