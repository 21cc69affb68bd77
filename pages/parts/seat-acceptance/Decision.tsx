import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { SeatDecision } from '#server/domain/admission/offer.ts'
import styles from './acceptance.module.css'

/** The decisions side by side, each with everything that follows from it for this candidate. */
export function Decision() {
  const { data } = useView<typeof show>()
  const t = useT()
  if (!data.decision) return null
  const { ways, chosen, isRetained, proving } = data.decision
  if (proving) return <Prove decision={proving} />
  return (
    <section className={styles.decide} aria-labelledby="decide">
      <h2 id="decide">
        {t(
          chosen
            ? data.mustFreeze
              ? 'acceptance:decide.chosen-only'
              : 'acceptance:decide.change'
            : 'acceptance:decide.title',
        )}
      </h2>
      <p>{t(`acceptance:decide.${isRetained ? 'retained' : data.mustFreeze ? 'must-freeze' : 'about'}`)}</p>
      <div className={styles.ways}>
        {ways.map(({ choice, sentences }) => (
          <Card
            key={choice}
            title={
              <>
                {t(choice === 'nothing' ? 'acceptance:decision.nothing' : `acceptance:decision.${choice}`)}{' '}
                {choice === chosen && <Tag tone="done">{t('acceptance:decide.chosen')}</Tag>}
              </>
            }
          >
            <Sentences sentences={sentences} />
            {choice !== 'nothing' && choice !== chosen && (
              <Form
                name={choice}
                kind={ways.filter((way) => way.choice !== 'nothing').length > 1 ? 'quiet' : 'primary'}
                submit={t('acceptance:decide.send-otp', { decision: t(`acceptance:decision.${choice}`) })}
              >
                <input type="hidden" name="intent" value={choice} />
              </Form>
            )}
          </Card>
        ))}
      </div>
    </section>
  )
}

const Sentences = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className={styles.sentences}>
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)

/** The consequences once more, and the proof. */
function Prove({ decision }: { decision: SeatDecision }) {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const way = data.decision!.ways.find(({ choice }) => choice === decision)!
  const name = t(`acceptance:decision.${decision}`)
  return (
    <Card tone="narrow" title={t('acceptance:prove.title', { decision: name })}>
      <p>
        {data.institute}, {data.course}
      </p>
      <Sentences sentences={way.sentences} />
      <Form
        name="decide"
        submit={t('acceptance:prove.go', { decision: name })}
        beside={
          <>
            <ResendButton />
            <a href={href(base, 'self-arc-home')}>{t('acceptance:prove.back')}</a>
          </>
        }
      >
        <Proof hasPassword={data.hasPassword} />
      </Form>
    </Card>
  )
}
