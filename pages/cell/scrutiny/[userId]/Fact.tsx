import { memo } from 'react'
import { OfficersWords } from '#pages/parts/scrutiny/Findings.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { FactView } from '#server/features/scrutiny/scrutiny/look.ts'
import { languageIn } from '#server/kernel/languages.ts'
import { effectOf } from './outcome'
import styles from './page.module.css'

type FactProps = {
  fact: FactView
  userId: string
  isCurrent: boolean
  onShow(kind: string): void
  chosen: string | null | undefined
}

/**
 * One fact as a dense row: the answers, the documents that prove it, and what was decided or is to be decided. `chosen`:
 * the verdict on the form; null for a form that is only read. A key renders the facts that it changes, not all of them.
 */
export const Fact = memo(function Fact({ fact, userId, isCurrent, onShow, chosen }: FactProps) {
  const t = useT()
  const { name, isClaim, rows, verdict, isChanged } = fact
  return (
    <section
      className={classNames(styles.fact, chosen === 'discrepancy' && styles.no)}
      data-fact={name}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div className={styles.words}>
        <div className={styles.top}>
          <h2>
            {t(`scrutiny:fact.${name}`)}
            {isClaim && <small> {t('scrutiny:claim')}</small>}
          </h2>
          {isChanged && <Tag tone="warn">{t('scrutiny:changed')}</Tag>}
          <Proofs {...{ fact, userId, onShow }} />
        </div>
        {rows.length > 0 && (
          <dl className={classNames(styles.rows, rows.length === 1 && styles.only)}>
            {rows.map(({ label, value }) => (
              <div key={label}>
                {/* The only answer needs no label of its own beside the name of the fact. */}
                <dt>{rows.length > 1 ? label : <VisuallyHidden>{label}</VisuallyHidden>}</dt>
                <dd lang={languageIn(value)}>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {chosen !== null && <Decision fact={fact} chosen={chosen} />}
      {chosen === null && verdict && (
        <p className={styles.decided}>
          <b>{t(`scrutiny:decided.${verdict.isAccepted ? 'accepted' : 'discrepancy'}`)}</b>
          {verdict.reason && ` · ${t(`scrutiny:reason.${verdict.reason}`)}`}
          <OfficersWords label={t('scrutiny:candidate.found')} words={verdict.found} />
          <OfficersWords label={t('scrutiny:candidate.expected')} words={verdict.expected} />
        </p>
      )}
    </section>
  )
})

/** The documents of a fact: each opens in the viewer, or without JavaScript in its frame. */
function Proofs({ fact, userId, onShow }: Pick<FactProps, 'fact' | 'userId' | 'onShow'>) {
  const { cellBase } = useView()
  const t = useT()
  if (!fact.documents.length) return <p className={styles.missing}>{t('scrutiny:no-file')}</p>
  return (
    <p className={styles.proofs}>
      {fact.documents.map(({ kind, uploadedAt }) => (
        <a
          key={kind}
          href={href(cellBase, 'scrutiny/:userId/file/:name', { userId, name: kind }, { at: uploadedAt })}
          target="proof"
          onClick={(event) => {
            event.preventDefault()
            onShow(kind)
          }}
        >
          {t('scrutiny:show-proof', { document: t(`documents:kind.${kind}`) })}
        </a>
      ))}
    </p>
  )
}

/** Accept or discrepancy, and for a discrepancy its reason. */
function Decision({ fact, chosen }: { fact: FactView; chosen: string | undefined }) {
  const { form } = useView()
  const t = useT()
  const { name, isClaim, verdict } = fact
  const field = `verdict-${name}`
  const known = form?.values[field] ?? (verdict ? (verdict.isAccepted ? 'accepted' : 'discrepancy') : undefined)
  const fault = form?.errors.find((error) => error.field === field)
  // Without JavaScript the fields for a discrepancy are always visible.
  const isHidden = useHydrated() && chosen !== 'discrepancy'
  return (
    <>
      <fieldset className={styles.choice} aria-describedby={fault && `${fieldId(field)}-error`}>
        <legend>
          <VisuallyHidden>{t('scrutiny:verdict', { fact: t(`scrutiny:fact.${name}`) })}</VisuallyHidden>
        </legend>
        {(['accepted', 'discrepancy'] as const).map((value, place) => {
          const id = place === 0 ? fieldId(field) : `${fieldId(field)}-${place}`
          return (
            <span key={value}>
              <input id={id} type="radio" name={field} value={value} defaultChecked={known === value} />
              <label htmlFor={id}>{t(`scrutiny:verdict.${value}`)}</label>
            </span>
          )
        })}
      </fieldset>
      {fault && (
        <p className={styles.fault} id={`${fieldId(field)}-error`}>
          <VisuallyHidden>{t('shell:form.error')} </VisuallyHidden>
          {fault.message}
        </p>
      )}
      <fieldset className={styles.discrepancy} role="presentation" disabled={isHidden} hidden={isHidden}>
        {isClaim && <p>{effectOf(name, t)}</p>}
        <DiscrepancyFields fact={fact} />
      </fieldset>
    </>
  )
}

function DiscrepancyFields({ fact }: { fact: FactView }) {
  const t = useT()
  const { name, reasons, documents, verdict } = fact
  return (
    <div className={styles.why}>
      <Field
        kind="select"
        name={`reason-${name}`}
        label={t('scrutiny:reason')}
        value={verdict?.reason ?? undefined}
        options={reasons.map((reason) => ({ value: reason, label: t(`scrutiny:reason.${reason}`) }))}
      />
      {documents.length > 1 && (
        <Field
          kind="select"
          name={`document-${name}`}
          label={t('scrutiny:document')}
          value={verdict?.document ?? documents[0]!.kind}
          options={documents.map(({ kind }) => ({ value: kind, label: t(`documents:kind.${kind}`) }))}
        />
      )}
      <Field
        name={`expected-${name}`}
        label={t('scrutiny:expected')}
        hint={t('scrutiny:expected-hint')}
        value={verdict?.expected}
        maxLength={300}
      />
      <Field
        name={`found-${name}`}
        label={t('scrutiny:found')}
        hint={t('scrutiny:found-hint')}
        value={verdict?.found}
        maxLength={300}
      />
    </div>
  )
}
