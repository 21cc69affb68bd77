import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { Banner } from '#pages/ui/shell/Banner.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './verification.module.css'

type Shown = NonNullable<DataOf<typeof show>['verification']>['facts'][number]

/** Every fact beside its documents, to be called correct or corrected; then the OTP. One form, with and without script. */
export function Verification() {
  const { data, form } = useView<typeof show>()
  const t = useT()
  if (!data.verification) return null
  const { facts } = data.verification
  const isProving = data.verification.isProving || form?.confirm !== undefined
  /** The facts called wrong for which an officer decides first. */
  const disputed = facts.filter(({ fact, hasBenefit }) => hasBenefit && form?.values[`fact-${fact}`] === 'incorrect')
  const applying = facts.filter(({ applies }) => applies)
  const others = facts.filter(({ applies }) => !applies)
  return (
    <Card title={t('verification:title')} place="verify">
      <p>{t('verification:about')}</p>
      <Form
        name="verify"
        submit={t(isProving ? 'verification:go' : 'verification:send-otp')}
        beside={isProving && <ResendButton name="again" />}
      >
        <h3 className={styles.group}>{t('verification:applying')}</h3>
        {applying.map((fact) => (
          <Fact key={fact.fact} fact={fact} />
        ))}
        {others.length > 0 && (
          <>
            <h3 className={styles.group}>{t('verification:others')}</h3>
            <p className="hint">{t('verification:others-about')}</p>
            {others.map((fact) => (
              <Fact key={fact.fact} fact={fact} />
            ))}
          </>
        )}
        <input type="hidden" name="intent" value={isProving ? 'verify' : 'check-facts'} />
        {isProving && (
          <fieldset className={styles.proof}>
            <legend>{t('verification:prove')}</legend>
            {disputed.length > 0 && (
              <Banner tone="warn" title={t('verification:waits')}>
                {t('verification:waits-about', { facts: disputed.map(({ label }) => label).join(', ') })}
              </Banner>
            )}
            <Banner tone="info">{t('verification:otp-sent')}</Banner>
            <Proof hasPassword={data.hasPassword} />
          </fieldset>
        )}
      </Form>
    </Card>
  )
}

/** One fact: its value, its documents, and the right value if it is wrong. */
function Fact({ fact }: { fact: Shown }) {
  const t = useT()
  const { fact: name, label, value, applies, hasBenefit, isName, documents, questions } = fact
  return (
    <div className={styles.fact}>
      <Field
        kind="radios"
        name={`fact-${name}`}
        label={
          <>
            {label}:{' '}
            <span className={styles.value}>
              {value || t(questions.length ? 'verification:none' : 'verification:not-asked')}
            </span>
          </>
        }
        required={applies}
        value={applies ? undefined : 'correct'}
        options={[
          { value: 'correct', label: t('verification:correct') },
          ...(questions.length ? [{ value: 'incorrect', label: t('verification:incorrect') }] : []),
        ]}
      />
      {documents.length > 0 && (
        <p className={styles.documents}>
          {t('verification:documents')}{' '}
          {documents.map(({ kind, address }) => (
            <a key={kind} href={address} target="_blank" rel="noreferrer">
              {t(`documents:kind.${kind}`)}
            </a>
          ))}
        </p>
      )}
      {questions.length > 0 && (
        // The style sheet shows it once the fact is called wrong, with and without script; an old browser always.
        <div className={styles.right}>
          <Banner tone={hasBenefit ? 'warn' : 'info'}>
            {t(hasBenefit ? 'verification:benefit' : isName ? 'verification:name' : 'verification:no-benefit')}
          </Banner>
          {questions.map((question) => (
            <RightValue key={question.name} question={question} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The right value, chosen from the form's own vocabulary where it has one. */
function RightValue({ question }: { question: Shown['questions'][number] }) {
  const { name, kind, label, value, options, maxLength } = question
  const common = { name: `right-${name}`, label, value }
  if (options.length) return <Field {...common} kind="select" options={options} />
  if (kind === 'date') return <Field {...common} kind="date" width="medium" />
  const isNumber = kind === 'decimal' || kind === 'integer'
  return (
    <Field
      {...common}
      width={isNumber ? 'short' : undefined}
      inputMode={isNumber ? 'decimal' : undefined}
      maxLength={maxLength ?? undefined}
    />
  )
}
