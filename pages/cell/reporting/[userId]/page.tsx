import { StateTag } from '#pages/parts/reporting/StateTag.tsx'
import { BesideProof } from '#pages/parts/scrutiny/BesideProof.tsx'
import { ShownFacts } from '#pages/parts/scrutiny/ShownFacts.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** One candidate at the institute: the seat, the facts beside their documents, and what the institute records. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, round, facts, mayRecord } = data
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('staff:menu.reporting'), href: href(cellBase, 'reporting', undefined, { round }) },
          { title: userId },
        ]}
      />
      <h1>
        <Written>{fullName}</Written> {userId}
      </h1>
      <Seat />
      {data.objection && (
        <Banner tone="warn" title={t('reporting:case.objection', { at: data.objection.at })}>
          <Written as="p">{data.objection.reason}</Written>
        </Banner>
      )}
      {data.nameChanges.map(({ fact, label, stated, right, at: when, byOfficer }) => (
        <Banner key={`${fact} ${when}`} tone="warn" title={t('reporting:case.renamed', { label, at: when })}>
          <p>
            <Written>{stated}</Written> → <Written>{right}</Written>
          </p>
          <p>{t(byOfficer ? 'reporting:case.renamed-officer' : 'reporting:case.renamed-spelling')}</p>
        </Banner>
      ))}
      {data.takenBack && (
        <Banner tone="warn" title={t('reporting:case.taken-back', data.takenBack)}>
          <Written as="p">{data.takenBack.reason}</Written>
          <p>{t('reporting:case.taken-back-about')}</p>
        </Banner>
      )}
      {data.correction && <Waiting />}
      {facts.length === 0 ? (
        <Card>
          <p>{t(data.isGone ? 'reporting:case.gone' : 'reporting:case.not-accepted')}</p>
        </Card>
      ) : (
        <BesideProof>
          <ShownFacts
            facts={facts}
            at={(file, at) => href(cellBase, 'reporting/:userId/file/:name', { userId, name: file }, { at })}
          />
          {mayRecord && <Admit />}
          {mayRecord && <Reset />}
          {!data.correction && <Correct />}
        </BesideProof>
      )}
    </>
  )
}

/** The seat, its state, and what has been recorded. */
function Seat() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, course, choiceCode, seatType, preference, decision, state, admission, resets, reportBy, correction } =
    data
  const kinds = (list: readonly string[]) =>
    list.map((kind) => t(`documents:kind.${kind as 'nationality'}`)).join(', ') || t('reporting:case.nothing')
  return (
    <Card>
      <Facts
        facts={[
          { label: t('reporting:column.state'), value: <StateTag state={state} /> },
          {
            label: t('reporting:column.seat'),
            value: (
              <>
                <Written>{`${course}, ${choiceCode}`}</Written>, <SeatWithMeaning seatType={seatType} />
              </>
            ),
          },
          preference !== null && { label: t('reporting:case.preference'), value: preference },
          decision === 'freeze' || decision === 'betterment'
            ? { label: t('reporting:case.decision'), value: t(`reporting:decision.${decision}`) }
            : null,
          reportBy && data.mayRecord && { label: t('reporting:case.by'), value: reportBy },
          admission && {
            label: t('reporting:column.admitted'),
            value: t('reporting:case.admitted', { at: admission.at, name: admission.by }),
          },
          data.withdrawn && {
            label: t('reporting:column.admitted'),
            value: t('reporting:case.admission-withdrawn', { at: data.withdrawn.at, name: data.withdrawn.by }),
          },
          admission && { label: t('reporting:case.seen'), value: kinds(admission.seen) },
          admission && { label: t('reporting:case.awaited'), value: kinds(admission.awaited) },
          ...resets.map(({ fact, reason, at }) => ({
            name: `reset ${at}`,
            label: t('reporting:case.reset', { at }),
            value: `${t(`scrutiny:fact.${fact}`)}: ${reason}`,
            isWritten: true,
          })),
        ]}
      />
      {admission && (
        <div className="actions">
          <Button
            href={href(cellBase, 'reporting/:userId/receipt', { userId })}
            kind={correction ? 'quiet' : 'primary'}
          >
            {t('reporting:case.receipt')}
          </Button>
        </div>
      )}
    </Card>
  )
}

/** Every original, to be ticked once it was seen. */
function Originals({ only }: { only?: string }) {
  const { data } = useView<typeof load>()
  const t = useT()
  return data.originals.map(({ kind, mayBeAwaited }) => {
    const key = `${only} ${kind}`
    const name = `original-${kind}`
    const label = t(`documents:kind.${kind}`)
    if (!mayBeAwaited) return <Field key={key} kind="checkbox" name={name} label={label} required />
    const options = (['seen', 'awaited'] as const).map((value) => ({ value, label: t(`reporting:original.${value}`) }))
    return <Field key={key} kind="radios" name={name} label={label} required options={options} />
  })
}

function Admit() {
  const t = useT()
  return (
    <Card tone="next" title={t('reporting:admit.title')}>
      <p>{t('reporting:admit.about')}</p>
      <Form name="admit" submit={t('reporting:admit.submit')}>
        <input type="hidden" name="intent" value="admit" />
        <Originals />
      </Form>
    </Card>
  )
}

function Reset() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('reporting:reset.title')}>
      <p>{t('reporting:reset.about', { count: data.ownHours })}</p>
      <Form name="reset" kind="danger" submit={t('reporting:reset.submit')}>
        <input type="hidden" name="intent" value="reset" />
        <Field
          kind="select"
          name="fact"
          label={t('reporting:reset.fact')}
          required
          options={data.resetFacts.map((fact) => ({ value: fact, label: t(`scrutiny:fact.${fact}`) }))}
        />
        <Reason />
      </Form>
    </Card>
  )
}

const Reason = () => {
  const t = useT()
  return (
    <Field
      kind="textarea"
      name="reason"
      label={t('reporting:reason')}
      hint={t('reporting:reason-hint')}
      maxLength={500}
      required
    />
  )
}

/** What only two people can change. */
function Correct() {
  const { data } = useView<typeof load>()
  const t = useT()
  const kind =
    data.state === 'admitted' ? 'undo' : data.state === 'not-reported' && !data.isRoundSigned ? 'record-late' : null
  if (kind === null) return null
  return (
    <Card>
      <Disclosure summary={t(`reporting:correction.${kind}`)} kind="inline">
        <p>{t(`reporting:correction.${kind}-about`)}</p>
        <Form name={kind} kind="quiet" submit={t('reporting:correction.prepare')}>
          <input type="hidden" name="intent" value={kind} />
          {kind === 'record-late' && <Originals only={kind} />}
          <Reason />
        </Form>
      </Disclosure>
    </Card>
  )
}

/** A correction that waits for its second person. */
function Waiting() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { id, kind, reason, by, mayRelease } = data.correction!
  const decide = (intent: 'release' | 'discard') => (
    <Form name={intent} kind={intent === 'release' ? 'primary' : 'danger'} submit={t(`reporting:correction.${intent}`)}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="correction" value={id} />
    </Form>
  )
  return (
    <Banner tone="warn" title={t(`reporting:correction.${kind}`)}>
      <p>
        {t('reporting:correction.by', { name: by })}: <Written>{reason}</Written>
      </p>
      {!mayRelease && <p>{t('reporting:correction.second')}</p>}
      <div className="actions">
        {mayRelease && decide('release')}
        {decide('discard')}
      </div>
    </Banner>
  )
}
