import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The question of a roll-call, what follows from each answer, and the answer that counts now. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { round, answer, isOpen, isInPlay, holds, by } = data
  const isOut = answer === 'out'
  const given = answer ?? 'silent'
  return (
    <>
      <h1>{t('rollcall:question', { round })}</h1>
      <Card tone="narrow">
        {isOpen && isInPlay ? (
          <>
            {answer && (
              <p>
                <b>{t(`rollcall:now.${answer}`, { round })}</b>
              </p>
            )}
            <div className="prose">
              <p>{t('rollcall:about', { by })}</p>
              <p>{t('rollcall:silence')}</p>
            </div>
            {answer !== 'in' && <Answer answer="in" />}
            {holds ? (
              <p>{t('rollcall:holds')}</p>
            ) : (
              !isOut && (
                <>
                  <p>{t('rollcall:out-about', { round, by })}</p>
                  <Answer answer="out" />
                </>
              )
            )}
          </>
        ) : (
          <p>{t(isInPlay ? `rollcall:closed.${given}` : 'rollcall:not-in-play', { round })}</p>
        )}
        <div className="actions">
          <Button href={href(base, 'login')} kind="quiet">
            {t('shell:log-in')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function Answer({ answer }: { answer: 'in' | 'out' }) {
  const t = useT()
  return (
    <Form name={answer} submit={t(`rollcall:${answer}`)} kind={answer === 'in' ? 'primary' : 'quiet'}>
      <input type="hidden" name="answer" value={answer} />
    </Form>
  )
}
