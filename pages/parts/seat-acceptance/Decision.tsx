import type { show } from '#pages/candidate/self-arc-home/page.server.ts'
import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { fieldId } from '#pages/ui/field-id.ts'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { SeatDecision } from '#server/domain/admission/offer.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './acceptance.module.css'

/** The decisions side by side, each with everything that follows from it for this candidate, row by row, and one button. */
export function Decision() {
  const { base, data, form } = useView<typeof show>()
  const t = useT()
  if (!data.decision) return null
  const { ways, chosen, isRetained, proving, hasOtp, nothing } = data.decision
  if (proving) return <Prove decision={proving} />
  const open = ways.filter(({ choice }) => choice !== chosen)
  const hasChoice = open.length > 1
  const title = chosen ? (data.mustFreeze ? 'chosen-only' : 'change') : hasChoice ? 'title' : 'only'
  const cards = (
    <div className={styles.ways}>
      {ways.map((way) => (
        <Way
          key={way.choice}
          way={way}
          isChosen={way.choice === chosen}
          hasRadio={hasChoice}
          isFirst={way === ways[0]}
        />
      ))}
    </div>
  )
  return (
    <section className={styles.decide} aria-labelledby="decide">
      <h2 id="decide" tabIndex={-1} data-asked={data.state === 'to-decide' || undefined}>
        {t(`acceptance:decide.${title}`)}
      </h2>
      <p>{t(`acceptance:decide.${isRetained ? 'retained' : data.mustFreeze ? 'must-freeze' : 'about'}`)}</p>
      {hasChoice ? (
        <Form name="choose" submit={t('acceptance:decide.go')}>
          <input type="hidden" name="choose" value="true" />
          {form?.errors.map(
            ({ field, message }) =>
              field === 'intent' && (
                <p key={field} className="msg" id="decide-error">
                  {message}
                </p>
              ),
          )}
          {cards}
        </Form>
      ) : (
        cards
      )}
      {!hasChoice &&
        open.map(({ choice }) => (
          <Form
            key={choice}
            name={choice}
            kind={ways.length > 1 ? 'quiet' : 'primary'}
            submit={t('acceptance:decide.send-otp', { decision: t(`acceptance:decision.${choice}`) })}
          >
            <input type="hidden" name="intent" value={choice} />
          </Form>
        ))}
      {hasOtp &&
        open.map(({ choice }) => (
          <p key={choice}>
            <a href={href(base, 'self-arc-home', undefined, { decide: choice })}>
              {t('acceptance:decide.has-otp', { decision: t(`acceptance:decision.${choice}`) })}
            </a>
          </p>
        ))}
      {nothing.length > 0 && (
        <Banner tone="warn" title={t('acceptance:decide.nothing')}>
          {nothing.join(' ')}
        </Banner>
      )}
    </section>
  )
}

type Way = NonNullable<DataOf<typeof show>['decision']>['ways'][number]

/** One decision with its consequences. `hasRadio`: there is another to choose instead. */
function Way({
  way: { choice, rows },
  isChosen,
  hasRadio,
  isFirst,
}: {
  way: Way
  isChosen: boolean
  hasRadio: boolean
  isFirst: boolean
}) {
  const t = useT()
  const name = t(`acceptance:decide.way.${choice}`)
  // The error summary leads to the first one.
  const id = isFirst ? fieldId('intent') : `${fieldId('intent')}-${choice}`
  return (
    <div className={styles.way}>
      {hasRadio ? (
        <div className="check">
          <input id={id} type="radio" name="intent" value={choice} required aria-describedby={`${id}-rows`} />
          <label htmlFor={id}>{name}</label>
        </div>
      ) : (
        <h3>
          {name} {isChosen && <Tag tone="done">{t('acceptance:decide.chosen')}</Tag>}
        </h3>
      )}
      <dl id={`${id}-rows`}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The consequences once more, and the proof. */
function Prove({ decision }: { decision: SeatDecision }) {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const way = data.decision!.ways.find(({ choice }) => choice === decision)!
  const name = t(`acceptance:decision.${decision}`)
  return (
    <Card tone="narrow" title={t('acceptance:prove.title', { decision: name })} place="decide">
      <p>
        <b>{t(`acceptance:decide.way.${decision}`)}</b>
      </p>
      <p>
        {data.institute}, {data.course}
      </p>
      <Facts layout="stacked" facts={way.rows} />
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
