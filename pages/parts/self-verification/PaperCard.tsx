import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { DayBoxes } from '#pages/ui/form/DayBoxes.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { paperName } from './paper-name'
import styles from './verification.module.css'

export type ShownPaper = NonNullable<DataOf<typeof show>['verification']>['papers'][number]
type Shown = ShownPaper['facts'][number]

/** One paper with its facts, and what opens when something on it is wrong; unmarked it is correct with all the rest. */
export function PaperCard({ of: { paper, facts, documents } }: { of: ShownPaper }) {
  const t = useT()
  const name = t(paperName(paper))
  const correctable = facts.filter(({ questions }) => questions.length > 0)
  return (
    <div className={styles.paper}>
      {paper !== 'others' && <Head name={name} documents={documents} />}
      <Facts
        layout="pairs"
        facts={facts.map(({ fact, label, value, questions }) => ({
          name: fact,
          label,
          value: value || t(questions.length ? 'verification:none' : 'verification:not-asked'),
          isWide: value.length > 30,
        }))}
      />
      {correctable.length > 0 && (
        <div className={styles.answers}>
          <Field
            kind="checkbox"
            name={`paper-${paper}`}
            ticked="incorrect"
            label={
              <>
                {t('verification:incorrect')}
                <VisuallyHidden> {name}</VisuallyHidden>
              </>
            }
          />
        </div>
      )}
      {correctable.length > 0 && (
        // The style sheet shows it once something is wrong, with and without script; an old browser always.
        <div className={styles.wrong}>
          {correctable.length > 1 && <p className={styles.which}>{t('verification:which')}</p>}
          {correctable.map((fact) => (
            <Wrong key={fact.fact} fact={fact} isOnly={correctable.length === 1} />
          ))}
        </div>
      )}
    </div>
  )
}

/** The paper's name, with links to it and to others that say the same. */
function Head({ name, documents: [own, ...others] }: { name: string; documents: ShownPaper['documents'] }) {
  const { base } = useView()
  const t = useT()
  return (
    <>
      <div className={styles.head}>
        {own && (
          <img
            src={href(base, 'documents/view/:name/thumbnail', { name: own.kind }, { at: own.uploadedAt })}
            alt=""
            width="36"
            height="48"
            loading="lazy"
          />
        )}
        <h3>{name}</h3>
        {own && (
          <a href={own.address} target="_blank" rel="noreferrer">
            {t('documents:file.view')}
            <VisuallyHidden>
              {' '}
              {name} {t('shell:opens-in-new-tab')}
            </VisuallyHidden>
          </a>
        )}
      </div>
      {others.length > 0 && (
        <p className={styles.documents}>
          {t('verification:documents')}{' '}
          {others.map(({ kind, address }) => (
            <a key={kind} href={address} target="_blank" rel="noreferrer">
              {t(`documents:kind.${kind}`)}
            </a>
          ))}
        </p>
      )}
    </>
  )
}

/** A fact that may be wrong: what follows if it is, and its right value. `isOnly`: no other on its paper can be. */
function Wrong({ fact, isOnly }: { fact: Shown; isOnly: boolean }) {
  const t = useT()
  const { fact: name, label, hasBenefit, isName, questions } = fact
  const follows = t(`verification:${hasBenefit ? 'benefit' : isName ? 'name' : 'no-benefit'}`)
  return (
    <div className={styles.fact} data-only={isOnly || undefined}>
      {isOnly ? (
        <p className={styles.follows} data-waits={hasBenefit || undefined}>
          {follows}
        </p>
      ) : (
        <Field kind="checkbox" name={`wrong-${name}`} label={label} hint={follows} />
      )}
      <div className={styles.right}>
        {questions.map((question) => (
          <RightValue key={question.name} question={question} />
        ))}
      </div>
    </div>
  )
}

/** The right value, chosen from the form's own vocabulary where it has one. */
function RightValue({ question }: { question: Shown['questions'][number] }) {
  const { name, kind, label, value, options, maxLength } = question
  const common = { name: `right-${name}`, label, value }
  if (options.length) return <Field {...common} kind="select" options={options} />
  if (kind === 'date') return <DayBoxes {...common} />
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
