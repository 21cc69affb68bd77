import { type ReactNode, useEffect, useRef } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Icon } from '#pages/ui/data/Icon.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { SearchForm } from '#pages/ui/form/SearchForm.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './WhoCanApply.module.css'
import type { whoCanApplyOf } from './who-can-apply.server'

type WithWho = () => { who: ReturnType<typeof whoCanApplyOf> }

/**
 * Who can apply, in three lines, and the questions that answer it for one person before they register. The page's `load`
 * gives `who` from `whoCanApplyOf`. `children`: what else helps to begin. `isFolded`: in one row that opens, for a
 * page that people reach from these lines.
 */
export function WhoCanApply({ isFolded, children }: { isFolded?: boolean; children?: ReactNode }) {
  const { data } = useView<WithWho>()
  const t = useT()
  const { lines, questions, isAsked } = data.who
  const title = t('eligibility:title')
  const rules = (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>
            <Icon name="step" />
            {line}
          </li>
        ))}
      </ul>
      {children}
      <Disclosure
        isOpen={isAsked}
        summary={
          <>
            {t('eligibility:check', { count: questions.length })} <small>{t('eligibility:check.about')}</small>
          </>
        }
      >
        <Questions />
      </Disclosure>
    </>
  )
  return (
    <section className={`card ${styles.who}`} id="who-can-apply">
      {isFolded ? (
        <Disclosure isOpen={isAsked} summary={title}>
          {rules}
        </Disclosure>
      ) : (
        <>
          <h2>{title}</h2>
          {rules}
        </>
      )}
    </section>
  )
}

function Questions() {
  const { data, url } = useView<WithWho>()
  const t = useT()
  const { questions, isAsked, answer, kept } = data.who
  const tones = { yes: 'ok', reserved: 'info', no: 'warn' } as const
  // The form's button keeps the focus, so what it asked for comes into sight below it.
  const place = useRef<HTMLDivElement>(null)
  const seen = useRef(data.who)
  useEffect(() => {
    if (seen.current !== data.who) place.current?.scrollIntoView({ block: 'nearest' })
    seen.current = data.who
  }, [data.who])
  return (
    <>
      <SearchForm
        // With JavaScript the answer comes in place, and what is typed elsewhere on the page stays.
        action={useHydrated() ? undefined : `${url.split('?')[0]}#who-answer`}
        name="who"
        kind="quiet"
        submit={t('eligibility:check.submit')}
      >
        <input type="hidden" name="asked" value="yes" />
        {Object.entries(kept).map(
          ([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {questions.map(({ name, label, value, options }) => (
          <Field key={name} kind="radios" name={name} label={label} options={options} value={value} />
        ))}
      </SearchForm>
      <div role="status" id="who-answer" className={styles.answer} ref={place}>
        {answer && (
          <Banner tone={tones[answer.outcome]} title={t(`eligibility:answer.title.${answer.outcome}`)}>
            {answer.text}
          </Banner>
        )}
        {isAsked && !answer && <Banner tone="warn">{t('eligibility:check.incomplete')}</Banner>}
      </div>
    </>
  )
}
