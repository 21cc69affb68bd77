import { type FormEvent, useState } from 'react'
import type { FactView } from '../../../../server/features/scrutiny/desk'
import { Proofs } from '../../../parts/scrutiny/BesideProof'
import styles from '../../../parts/scrutiny/BesideProof.module.css'
import { OfficersWords } from '../../../parts/scrutiny/Findings'
import findings from '../../../parts/scrutiny/Findings.module.css'
import { useHydrated } from '../../../ui/browser/hydrated'
import { Card } from '../../../ui/data/Card'
import { Facts } from '../../../ui/data/Facts'
import { Tag } from '../../../ui/data/Tag'
import { Field } from '../../../ui/form/Field'
import { href } from '../../../ui/href'
import { useT, useView } from '../../../ui/view'

/** One fact: the answers, the documents that prove it, and the verdict. `isOpen`: this officer can judge it now. */
export function Fact({ fact, userId, isOpen }: { fact: FactView; userId: string; isOpen: boolean }) {
  const { cellBase } = useView()
  const t = useT()
  const { name, isClaim, rows, verdict, isChanged } = fact
  return (
    <div data-fact={name}>
      <Card title={t(`scrutiny:fact.${name}`)}>
        <p className="tags">
          <Tag tone={isClaim ? 'wait' : 'todo'}>{t(isClaim ? 'scrutiny:claim' : 'scrutiny:mandatory')}</Tag>
          {isChanged && <Tag tone="warn">{t('scrutiny:changed')}</Tag>}
        </p>
        {rows.length > 0 && <Facts layout="stacked" facts={rows.map((row) => ({ ...row, isWritten: true }))} />}
        <Proofs
          documents={fact.documents}
          at={(name, at) => href(cellBase, 'scrutiny/:userId/file/:name', { userId, name }, { at })}
        />
        {isOpen && <Verdict fact={fact} />}
        {!isOpen && verdict && (
          <p className={findings.finding}>
            <b>{t(`scrutiny:verdict.${verdict.isAccepted ? 'accepted' : 'discrepancy'}`)}</b>
            {verdict.reason && ` · ${t(`scrutiny:reason.${verdict.reason}`)}`}
            <OfficersWords label={t('scrutiny:candidate.found')} words={verdict.found} />
            <OfficersWords label={t('scrutiny:candidate.expected')} words={verdict.expected} />
          </p>
        )}
      </Card>
    </div>
  )
}

function Verdict({ fact }: { fact: FactView }) {
  const { form } = useView()
  const t = useT()
  const { name, verdict } = fact
  const field = `verdict-${name}`
  const known = verdict && (verdict.isAccepted ? 'accepted' : 'discrepancy')
  const [chosen, choose] = useState(form?.values[field] ?? known)
  const onChange = ({ target }: FormEvent<HTMLDivElement>) => {
    if (target instanceof HTMLInputElement && target.name === field) choose(target.value)
  }
  // Without JavaScript the fields for a discrepancy are always visible.
  const isHidden = useHydrated() && chosen !== 'discrepancy'
  return (
    <div onChange={onChange}>
      <div className={styles.verdict}>
        <Field
          kind="radios"
          name={field}
          label={t('scrutiny:verdict', { fact: t(`scrutiny:fact.${name}`) })}
          value={known ?? undefined}
          options={[
            { value: 'accepted', label: t('scrutiny:verdict.accepted') },
            { value: 'discrepancy', label: t('scrutiny:verdict.discrepancy') },
          ]}
        />
      </div>
      <fieldset className={styles.discrepancy} role="presentation" disabled={isHidden} hidden={isHidden}>
        <DiscrepancyFields fact={fact} />
      </fieldset>
    </div>
  )
}

function DiscrepancyFields({ fact }: { fact: FactView }) {
  const t = useT()
  const { name, reasons, documents, verdict } = fact
  return (
    <>
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
    </>
  )
}
