import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { visitFiles } from '#pages/parts/centre/visit-files.ts'
import { CheckScreen, FactList, type Files, Head, type Screen } from '#pages/parts/checking/CheckScreen.tsx'
import styles from '#pages/parts/checking/checking.module.css'
import { JudgedFact } from '#pages/parts/checking/JudgedFact.tsx'
import { Judging } from '#pages/parts/checking/Judging.tsx'
import { judgingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { usePressKeys } from '#pages/parts/checking/keys.ts'
import type { Given } from '#pages/parts/checking/outcome.ts'
import { UploadForm } from '#pages/parts/documents/UploadForm.tsx'
import { useUpload } from '#pages/parts/documents/upload.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { FileKind } from '#server/domain/application/document-rules.ts'
import type { show } from './page.server'

/** One candidate at the centre on the screen of every check: the facts against the originals, which the scans follow. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const { userId, facts, mayCheck, arrived, confirmed } = data
  const files = useMemo(() => visitFiles(cellBase, userId), [cellBase, userId])
  return (
    <CheckScreen
      {...{ facts, files }}
      startAt={facts.find(({ verdict }) => !verdict)?.name}
      keys={mayCheck ? judgingKeys : arrived || confirmed ? [] : ['arrived']}
      isWork={mayCheck}
    >
      {(screen) => (mayCheck ? <Checking {...screen} files={files} /> : <Reading {...screen} files={files} />)}
    </CheckScreen>
  )
}

function VisitHead({ progress }: { progress?: ReactNode }) {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, fullName, day, hours, arrived, confirmed, version } = data
  return (
    <Head
      back={{ title: t('staff:menu.appointments'), href: href(cellBase, 'appointments') }}
      id={userId}
      name={fullName}
      progress={progress}
    >
      {t('centres:visit.appointment', { day, hours })} · {t('centres:visit.version', { version })}
      {confirmed || arrived ? ' ' : ' · '}
      {confirmed ? (
        <Tag tone="done">{t('centres:visit.confirmed', { at: confirmed })}</Tag>
      ) : (
        <Tag tone={arrived ? 'todo' : 'wait'}>
          {arrived ? t('centres:visit.arrived', { at: arrived }) : t('centres:state.booked')}
        </Tag>
      )}
    </Head>
  )
}

/** The check itself, while the candidate is at the desk. */
function Checking({ files, ...screen }: Screen & { files: Files }) {
  const { data } = useView<typeof show>()
  const t = useT()
  const { facts, isEditable, version, proving, mayConfirm } = data
  return (
    <Judging
      {...screen}
      {...{ facts, files, version }}
      hasEffects={false}
      isCounted={false}
      head={(progress) => (
        <>
          <VisitHead progress={progress} />
          {proving === 'edit' && <Prove act="edit" />}
          {isEditable && <Scans />}
        </>
      )}
      resultOf={resultOf}
      beside={
        !isEditable &&
        proving === null && (
          <Button kind="quiet" name="intent" value="edit-otp">
            {t('centres:edit.begin')}
          </Button>
        )
      }
      below={<Answers />}
    >
      <input type="hidden" name="version" value={version} />
      {!mayConfirm && data.whyNot && <p>{data.whyNot}</p>}
      <Field kind="checkbox" name="onward" label={t('centres:onward')} value={data.goesOn ? 'true' : undefined} />
    </Judging>
  )

  /** The result of finishing now, once something can be said of it. */
  function resultOf(given: Given) {
    const judged = facts.filter(({ name }) => given[`verdict-${name}`])
    const failed = judged.filter(({ name }) => given[`verdict-${name}`] === 'discrepancy')
    if (!failed.length && judged.length < facts.length) return null
    const kind = failed.length ? 'not-confirmed' : 'confirm'
    return { title: t(`centres:${kind}.preview`), lines: [] }
  }
}

/** A form that cannot be checked now: nobody has arrived, the time is over, or it is confirmed. */
function Reading({ files, current, keyMap, onShow }: Screen & { files: Files }) {
  const { data } = useView<typeof show>()
  const t = useT()
  const bar = useRef<HTMLDivElement>(null)
  usePressKeys({ keys: { f: 'form[data-form=arrived] button' }, box: bar, isOn: keyMap.isOn, help: keyMap.toggle })
  const { facts, arrived, confirmed, whyNot, mayWithdraw, proving, userId } = data
  return (
    <div className={styles.form}>
      <VisitHead />
      <FactList>
        {facts.map((fact) => (
          <JudgedFact key={fact.name} {...{ fact, files, onShow }} chosen={null} isCurrent={fact.name === current} />
        ))}
        <Answers />
      </FactList>
      <div className={styles.bar} ref={bar}>
        {whyNot && (arrived || confirmed) && <Banner tone="warn">{whyNot}</Banner>}
        {!arrived && !confirmed && (
          <>
            <p>{t('centres:arrived.about')}</p>
            <Form name="arrived" submit={t('centres:mark.arrived')}>
              <input type="hidden" name="intent" value="arrived" />
              <input type="hidden" name="userId" value={userId} />
            </Form>
          </>
        )}
        {confirmed && <p>{t('centres:visit.done')}</p>}
        {mayWithdraw && proving === 'withdraw' && <Prove act="withdraw" />}
        {mayWithdraw && proving === null && (
          <>
            <p>{t('centres:withdraw.about')}</p>
            <Form name="withdraw-otp" kind="quiet" submit={t('centres:withdraw.begin')}>
              <input type="hidden" name="intent" value="withdraw-otp" />
            </Form>
          </>
        )}
      </div>
    </div>
  )
}

/** The OTP that the candidate reads out, for changing the form or for withdrawing its confirmation. */
function Prove({ act }: { act: 'edit' | 'withdraw' }) {
  const t = useT()
  useEffect(() => document.getElementById(fieldId('otp'))?.focus(), [])
  return (
    <section className={styles.aside}>
      <p>{t(`centres:${act}.about`)}</p>
      <Form
        name={act}
        kind={act === 'withdraw' ? 'danger' : 'primary'}
        submit={t(`centres:${act}.go`)}
        beside={<ResendButton name="again" />}
      >
        <input type="hidden" name="intent" value={act} />
        <OtpField label={t('centres:otp.label')} hint={t('centres:visit.otp-hint')} />
      </Form>
    </section>
  )
}

/** While the candidate's OTP lasts: a scan for each document of the form. By a button: the candidate cannot undo it. */
function Scans() {
  const { data } = useView<typeof show>()
  const t = useT()
  return (
    <section className={styles.aside}>
      <p>{t('centres:edit.open')}</p>
      <Disclosure summary={t('centres:edit.upload')} kind="inline">
        <ul className="plain">
          {data.documents.map(({ kind, because, document }) => (
            <li key={kind}>
              {t(`documents:kind.${kind}`)} {!document && <Tag tone="fix">{t('centres:visit.missing')}</Tag>}
              {because && <small> {t(`documents:because.${because}`)}</small>}
              <UploadOf kind={kind} uploadedAt={document?.uploadedAt ?? null} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </section>
  )
}

function UploadOf({ kind, uploadedAt }: { kind: FileKind; uploadedAt: number | null }) {
  const t = useT()
  return <UploadForm upload={useUpload(kind, uploadedAt, false)} name={t(`documents:kind.${kind}`)} />
}

/** Every answer of the form by step; while the candidate's OTP lasts, each step can be changed. */
function Answers() {
  const { data } = useView<typeof show>()
  const t = useT()
  const { sections, steps, isEditable, mayCheck } = data
  return (
    <div className={styles.aside}>
      <Disclosure summary={t('centres:visit.answers')} kind="inline" isOpen={isEditable}>
        {sections.map(({ step, title, rows }) => {
          const slug = steps.find((one) => one === step)
          return (
            <section key={`${step} ${title}`}>
              <h2>{title}</h2>
              {isEditable && mayCheck && slug && (
                <Button kind="quiet" small name="intent" value={`change-${slug}`}>
                  {t('centres:edit.change', { step: t(`signedin:menu.${slug}`) })}
                </Button>
              )}
              <Facts facts={rows.map((row) => ({ ...row, isWritten: true }))} />
            </section>
          )
        })}
      </Disclosure>
    </div>
  )
}
