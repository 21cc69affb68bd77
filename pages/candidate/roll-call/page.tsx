import { Card } from '#pages/ui/data/Card.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** The question of a roll-call, what follows from each answer, and the answer that counts now. */
export default function Page() {
  const { base, data, session } = useView<typeof load>()
  const t = useT()
  const { asks } = data
  return (
    <>
      <h1>{asks ? t('rollcall:question', { round: asks.round }) : t('rollcall:title')}</h1>
      <Card tone="narrow">
        {asks ? <Asked asks={asks} /> : <p>{t('rollcall:refusal.roll-call-link')}</p>}
        <div className="actions">
          <Button href={href(base, session ? 'dashboard' : 'login')} kind="quiet">
            {t(session ? 'shell:menu.dashboard' : 'shell:log-in')}
          </Button>
        </div>
      </Card>
    </>
  )
}

function Asked({ asks }: { asks: NonNullable<DataOf<typeof load>['asks']> }) {
  const t = useT()
  const { round, answer, isOpen, isInPlay, holds, by, isLast } = asks
  const given = answer ?? 'silent'
  if (!isOpen || !isInPlay)
    return (
      <p>
        {t(isInPlay ? `rollcall:closed.${given}` : 'rollcall:not-in-play', { round })}{' '}
        {isInPlay && given === 'out' && !isLast && t('rollcall:closed.later')}
      </p>
    )
  return (
    <div className="stack">
      {answer && (
        <p>
          <b>{t(`rollcall:now.${answer}`, { round })}</b>
        </p>
      )}
      <div className="prose">
        <p>{t(answer === null ? 'rollcall:about' : 'rollcall:about-answered', { by })}</p>
        {answer === null && <p>{t('rollcall:silence')}</p>}
      </div>
      {answer !== 'in' && <Answer answer="in" />}
      {holds ? (
        <p>{t('rollcall:holds')}</p>
      ) : (
        answer !== 'out' && (
          <>
            <p>
              {t('rollcall:out-about', { round, by })} {!isLast && t('rollcall:out-later')}
            </p>
            <Answer answer="out" />
          </>
        )
      )}
    </div>
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
