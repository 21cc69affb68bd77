import { useEffect, useRef, useState } from 'react'
import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { PaperCard, type ShownPaper } from './PaperCard'
import styles from './verification.module.css'

/**
 * The facts behind the seat by paper: something on it is wrong where that is marked. One act says that all the rest is
 * correct and asks for the OTP. One form, with and without script.
 */
export function Verification() {
  const { data, form } = useView<typeof show>()
  const t = useT()
  if (!data.verification) return null
  const { papers, hasOtp } = data.verification
  const isProving = data.verification.isProving || form?.confirm !== undefined
  const hasFaults = form?.errors.some(({ field }) => /^(paper|right)-/.test(field)) ?? false
  return (
    <Card title={t('verification:title')} place="verify">
      {!isProving && <p className={styles.about}>{t('verification:about')}</p>}
      <Form
        name="verify"
        submit={isProving ? t('verification:go') : <Rest />}
        beside={
          isProving ? (
            <ResendButton name="again" />
          ) : (
            hasOtp && (
              <Button kind="quiet" name="typed" value="true">
                {t('verification:has-otp')}
              </Button>
            )
          )
        }
      >
        <input type="hidden" name="rest" value="correct" />
        <input type="hidden" name="intent" value={isProving ? 'verify' : 'check-facts'} />
        {isProving ? (
          <>
            <Disclosure summary={<Said papers={papers} />} isOpen={hasFaults}>
              <Papers papers={papers} />
            </Disclosure>
            <fieldset className={styles.proof}>
              <legend>{t('verification:prove')}</legend>
              <Waits papers={papers} />
              <Banner tone="info">{t('verification:otp-sent')}</Banner>
              <Proof hasPassword={data.hasPassword} />
            </fieldset>
          </>
        ) : (
          <Papers papers={papers} />
        )}
      </Form>
    </Card>
  )
}

type Props = { papers: readonly ShownPaper[] }

/** The papers that apply, and folded below them what does not. */
function Papers({ papers }: Props) {
  const { form } = useView<typeof show>()
  const t = useT()
  const others = papers.find(({ paper }) => paper === 'others')
  const isOtherWrong =
    form?.values['paper-others'] === 'incorrect' || form?.errors.some(({ field }) => field === 'paper-others')
  return (
    <>
      <div className={styles.papers}>
        {papers
          .filter(({ paper }) => paper !== 'others')
          .map((paper) => (
            <PaperCard key={paper.paper} of={paper} />
          ))}
      </div>
      {others && (
        <Disclosure summary={t('verification:others', { count: others.facts.length })} isOpen={isOtherWrong}>
          <p className="hint">{t('verification:others-about')}</p>
          <PaperCard of={others} />
        </Disclosure>
      )}
    </>
  )
}

/** The facts that are called wrong, as the form came back. */
function useWrong(papers: Props['papers']) {
  const { form } = useView<typeof show>()
  return papers.flatMap(({ paper, facts }) => {
    if (form?.values[`paper-${paper}`] !== 'incorrect') return []
    const correctable = facts.filter(({ questions }) => questions.length > 0)
    return correctable.length === 1
      ? correctable
      : correctable.filter(({ fact }) => form.values[`wrong-${fact}`] === 'true')
  })
}

/** What was said before the OTP, in a line. */
function Said({ papers }: Props) {
  const t = useT()
  const wrong = useWrong(papers)
  if (!wrong.length) return t('verification:said.correct')
  return t('verification:said.wrong', { facts: wrong.map(({ label }) => label).join(', ') })
}

/** The facts called wrong for which an officer decides first. */
function Waits({ papers }: Props) {
  const t = useT()
  const disputed = useWrong(papers).filter(({ hasBenefit }) => hasBenefit)
  if (!disputed.length) return null
  return (
    <Banner tone="warn" title={t('verification:waits')}>
      {t('verification:waits-about', { facts: disputed.map(({ label }) => label).join(', ') })}
    </Banner>
  )
}

/** The words of the one act, which say what it records: with a script they follow the marks, without one they are true of any. */
function Rest() {
  const { data } = useView<typeof show>()
  const t = useT()
  const isHydrated = useHydrated()
  const place = useRef<HTMLSpanElement>(null)
  const [wrong, setWrong] = useState(0)
  const all = data.verification?.papers.filter(({ paper }) => paper !== 'others').length ?? 0
  useEffect(() => {
    const form = place.current?.closest('form')
    const follow = () => {
      const marked = Array.from(form?.querySelectorAll<HTMLInputElement>('input[name^="paper-"]:checked') ?? [])
      setWrong(marked.filter(({ name }) => name !== 'paper-others').length)
    }
    follow()
    form?.addEventListener('change', follow)
    return () => form?.removeEventListener('change', follow)
  }, [])
  const words = !isHydrated
    ? t('verification:rest-any')
    : wrong === 0
      ? t('verification:rest-all', { count: all })
      : wrong < all
        ? t('verification:rest', { count: all - wrong })
        : t('verification:send-otp')
  return <span ref={place}>{words}</span>
}
