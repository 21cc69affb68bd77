import { type FormEvent, memo, useState } from 'react'
import { OfficersWords } from '#pages/parts/scrutiny/OfficersWords.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DiscrepancyReason } from '#server/domain/scrutiny/scrutiny.ts'
import type { FactView } from '#server/features/scrutiny/scrutiny/fact-view.ts'
import { languageIn } from '#server/kernel/languages.ts'
import styles from './checking.module.css'
import { FactRow, type FactRowProps } from './FactRow'
import { effectOf } from './outcome'
import { VerdictRadios } from './VerdictRadios'

type JudgedFactProps = Pick<FactRowProps, 'files' | 'isCurrent' | 'onShow'> & {
  fact: FactView
  /** The verdict on the form; null for a form that is only read. */
  chosen: string | null | undefined
  /** A claim that fails is removed, and the row says so. */
  hasEffects?: boolean
}

/** A fact of a form, with its verdict. A key renders the facts that it changes, not all of them. */
export const JudgedFact = memo(function JudgedFact({ fact, chosen, hasEffects = true, ...row }: JudgedFactProps) {
  const t = useT()
  const { verdict, isClaim, isChanged, isOwnName } = fact
  const checked = {
    ...fact,
    title: t(`scrutiny:fact.${fact.name}`),
    note: isClaim ? t('scrutiny:claim') : undefined,
    warning: isChanged ? t('scrutiny:changed') : isOwnName ? t('scrutiny:own-name') : undefined,
  }
  return (
    <FactRow {...row} fact={checked} isRefused={chosen === 'discrepancy'}>
      {fact.before && <Before before={fact.before} />}
      {chosen !== null && <Decision {...{ fact, chosen, hasEffects }} />}
      {chosen === null && verdict && (
        <p className={styles.decided}>
          <b>{t(`scrutiny:decided.${verdict.isAccepted ? 'accepted' : 'discrepancy'}`)}</b>
          {verdict.reason && ` · ${t(`scrutiny:reason.${verdict.reason}`)}`}
          <OfficersWords label={t('scrutiny:candidate.found')} words={verdict.found} />
          <OfficersWords label={t('scrutiny:candidate.expected')} words={verdict.expected} />
        </p>
      )}
    </FactRow>
  )
})

/** What was found in the version before, and what the candidate has changed since. */
function Before({ before: { objected, was, newDocuments } }: { before: NonNullable<FactView['before']> }) {
  const t = useT()
  const kinds = newDocuments.map((kind) => t(`documents:kind.${kind}`)).join(', ')
  return (
    <div className={styles.before}>
      {objected && (
        <p>
          {t('scrutiny:before.objected', { reason: t(`scrutiny:reason.${objected.reason!}`) })}{' '}
          <OfficersWords label={t('scrutiny:candidate.expected')} words={objected.expected} />{' '}
          <OfficersWords label={t('scrutiny:candidate.found')} words={objected.found} />
        </p>
      )}
      {was.map(({ label, value }) => (
        <p key={label} lang={languageIn(value)}>
          {t('scrutiny:before.was', { label, value })}
        </p>
      ))}
      {kinds && <p>{t('scrutiny:before.document', { kinds })}</p>}
      {!was.length && !kinds && <p>{t('scrutiny:before.same')}</p>}
    </div>
  )
}

/** Accept or discrepancy, and for a discrepancy its reason. */
function Decision({ fact, chosen, hasEffects }: { fact: FactView; chosen: string | undefined; hasEffects: boolean }) {
  const { form } = useView()
  const t = useT()
  const { name, isClaim, verdict } = fact
  const field = `verdict-${name}`
  const known = form?.values[field] ?? (verdict ? (verdict.isAccepted ? 'accepted' : 'discrepancy') : undefined)
  // Without JavaScript the fields for a discrepancy are always visible.
  const isHidden = useHydrated() && chosen !== 'discrepancy'
  return (
    <>
      <VerdictRadios
        field={field}
        legend={t('scrutiny:verdict', { fact: t(`scrutiny:fact.${name}`) })}
        verdicts={(['accepted', 'discrepancy'] as const).map((value) => ({
          value,
          label: t(`scrutiny:verdict.${value}`),
        }))}
        chosen={known}
      />
      <fieldset className={styles.discrepancy} role="presentation" disabled={isHidden} hidden={isHidden}>
        {isClaim && hasEffects && <p>{effectOf(name, t)}</p>}
        <DiscrepancyFields fact={fact} />
      </fieldset>
    </>
  )
}

function DiscrepancyFields({ fact }: { fact: FactView }) {
  const t = useT()
  const { name, reasons, documents, verdict } = fact
  const { form } = useView()
  const field = `reason-${name}`
  const known = (form?.values[field] ?? verdict?.reason) as DiscrepancyReason | undefined
  const [reason, setReason] = useState(known ?? reasons[0]!)
  // Without JavaScript the words would not follow the choice.
  const isShown = useHydrated()
  return (
    <div
      className={styles.why}
      onChange={({ target }: FormEvent) => {
        if (target instanceof HTMLSelectElement && target.name === field) setReason(target.value as DiscrepancyReason)
      }}
    >
      <Field
        kind="select"
        name={field}
        label={t('scrutiny:reason')}
        hint={isShown ? t('scrutiny:advice.told', { words: t(`scrutiny:advice.${reason}`) }) : t('scrutiny:advice.own')}
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
