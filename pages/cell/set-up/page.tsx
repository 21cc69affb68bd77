import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Loaded = DataOf<typeof load>
type Line = Loaded['lines'][number]

/** The guide through the set-up of a portal: the next part, what is complete, what is missing, and the opening. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  const next = data.next && data.lines.find(({ item }) => item === data.next?.item)
  // Once nothing else is left to do, the opening is the next act, above the list.
  const mayBeOpened = !data.isOpened && (data.isComplete || data.waiting !== null)
  return (
    <>
      <h1>{t('staff:menu.set-up')}</h1>
      <p className="lead">
        {t(
          !data.isOpened ? 'season:setup.lead' : data.isComplete ? 'season:setup.opened' : 'season:setup.opened-early',
        )}{' '}
        {!data.isOpened && t('season:setup.course', { course: data.course })}
      </p>
      {data.openedWithout && (
        <p>
          {t('season:setup.opened-without', {
            what: data.openedWithout.what.join(' · '),
            reason: data.openedWithout.reason,
          })}
        </p>
      )}
      <div className="stack">
        {data.next && next && (
          <Card title={t('season:setup.next', { what: data.next.label })} tone="next">
            {data.next.href ? (
              <div className="actions">
                <Button href={data.next.href}>{t('season:setup.next', { what: data.next.label })}</Button>
              </div>
            ) : (
              <Item line={next} isNext />
            )}
          </Card>
        )}
        {data.inHand && !mayBeOpened && (
          <Card title={t('season:setup.next', { what: data.inHand.label })} tone="next">
            <p>{t('season:setup.in-hand-about')}</p>
            <ul className="plain">
              {data.inHand.links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href}>{label}</a>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {mayBeOpened && <Opening />}
        <Card title={data.progress}>
          <ul className="entries">
            {data.lines.map((line) => (
              <li key={line.item} id={line.item}>
                <Item line={line} isAbove={data.next?.item === line.item && data.next.href === null} />
              </li>
            ))}
          </ul>
        </Card>
        {!data.isOpened && !mayBeOpened && <Opening />}
      </div>
    </>
  )
}

/** A part with its links and forms. `isNext`: it stands alone, above the list. `isAbove`: its forms do, and not here. */
function Item({ line, isNext = false, isAbove = false }: { line: Line; isNext?: boolean; isAbove?: boolean }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { item, missing, links, kept } = line
  return (
    <>
      {!isNext && (
        <div className="head">
          <b>{t(`season:setup.item.${item}`)}</b>
          <Standing line={line} />
        </div>
      )}
      <ul className="plain">
        {missing.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {links.map(({ href, label, isUnset }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            {isUnset && !data.isOpened && `: ${t('season:setup.not-set')}`}
          </li>
        ))}
        {item === 'head' && (
          <li>
            <a href={data.letterhead}>{t('season:setup.letterhead')}</a>
          </li>
        )}
      </ul>
      {!isAbove && kept.length > 0 && (
        <Form submit={t('season:setup.keep')} kind={isNext ? 'primary' : 'quiet'} name={`keep-${item}`}>
          <input type="hidden" name="intent" value="keep" />
          <input type="hidden" name="item" value={item} />
          <Disclosure summary={t('season:setup.values')}>
            <Facts
              facts={kept.map(({ name, facts }) => ({
                label: name,
                value: facts.map(({ label, value }) => `${label}: ${value}`).join(' · '),
              }))}
            />
          </Disclosure>
        </Form>
      )}
      {!data.isOpened && !isAbove && <Test item={item} isNext={isNext} />}
    </>
  )
}

/** How far a part is. */
function Standing({ line: { isComplete, isInHand, hasDefaults } }: { line: Line }) {
  const { data } = useView<typeof load>()
  const t = useT()
  if (isComplete) return <Tag tone="done">{t('season:setup.done')}</Tag>
  if (hasDefaults) return <Tag tone="wait">{t('season:setup.defaults')}</Tag>
  if (isInHand) return <Tag tone="wait">{t('season:setup.in-hand')}</Tag>
  return <Tag tone="todo">{t(data.isOpened ? 'season:setup.not-done' : 'season:setup.open')}</Tag>
}

function Test({ item, isNext }: { item: Line['item']; isNext: boolean }) {
  const { data } = useView<typeof load>()
  const t = useT()
  const isAlone = data.lines.every(({ item, isComplete }) => isComplete || (item !== 'payment' && item !== 'backup'))
  if (item === 'message') {
    return (
      <Form
        submit={t(isAlone ? 'season:setup.test-message' : 'season:setup.test-all')}
        kind={isNext ? 'primary' : 'quiet'}
        name="message"
      >
        <input type="hidden" name="intent" value="message" />
        <p>{t('season:setup.message-id')}</p>
        <Field kind="tel" name="mobile" label={t('season:setup.mobile')} width="short" required />
        <Field kind="email" name="email" label={t('season:setup.email')} required />
      </Form>
    )
  }
  if (item !== 'payment' && item !== 'backup') return null
  return (
    <>
      {item === 'payment' && <p>{t('season:setup.payment-about')}</p>}
      <Form submit={t(`season:setup.test-${item}`)} kind={isNext ? 'primary' : 'quiet'} name={item}>
        <input type="hidden" name="intent" value={item} />
      </Form>
    </>
  )
}

function Opening() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('season:setup.opening')} tone="next">
      <p>{t('season:setup.opening-about')}</p>
      <p>
        <a href={data.settings}>{t('season:setup.look-at-settings')}</a>
      </p>
      {data.waiting ? (
        <Waiting waiting={data.waiting} />
      ) : data.isComplete ? (
        <Form submit={t('season:setup.propose')} name="propose">
          <input type="hidden" name="intent" value="propose" />
        </Form>
      ) : data.openableWithout ? (
        <Disclosure summary={t('season:setup.without')}>
          <Lacking what={data.openableWithout} />
          <p>{t('season:setup.without-about')}</p>
          <Form submit={t('season:setup.without-propose')} kind="danger" name="propose">
            <input type="hidden" name="intent" value="propose" />
            <Field name="reason" label={t('season:setup.without-reason')} maxLength={300} required />
          </Form>
        </Disclosure>
      ) : (
        <p>{t('season:setup.opening-missing')}</p>
      )}
    </Card>
  )
}

function Waiting({ waiting }: { waiting: NonNullable<Loaded['waiting']> }) {
  const t = useT()
  const { id, by, mayApprove, isOutdated, without, reason } = waiting
  return (
    <>
      <p>{by}</p>
      {without.length > 0 && (
        <Banner tone="warn">
          {t('season:setup.without-waits', { reason: reason ?? '' })}
          <Lacking what={without} />
        </Banner>
      )}
      {isOutdated && <Banner tone="warn">{t('season:setup.outdated')}</Banner>}
      {!mayApprove && <p>{t('season:page.second')}</p>}
      <div className="acts">
        {mayApprove && !isOutdated && (
          <Form submit={t('season:setup.open-now')} name="open">
            <input type="hidden" name="intent" value="open" />
            <input type="hidden" name="id" value={id} />
          </Form>
        )}
        <Form submit={t('season:page.discard')} kind="danger" name="discard">
          <input type="hidden" name="intent" value="discard" />
          <input type="hidden" name="id" value={id} />
        </Form>
      </div>
    </>
  )
}

/** What the portal lacks, one line each. */
const Lacking = ({ what }: { what: readonly string[] }) => (
  <ul>
    {what.map((words) => (
      <li key={words}>{words}</li>
    ))}
  </ul>
)
