import { type ReactNode, useMemo, useRef } from 'react'
import { CheckScreen, FactList, type Files, Head, type Screen } from '#pages/parts/checking/CheckScreen.tsx'
import styles from '#pages/parts/checking/checking.module.css'
import { NextCase } from '#pages/parts/checking/Deciding.tsx'
import { FactRow } from '#pages/parts/checking/FactRow.tsx'
import { useFirstFault } from '#pages/parts/checking/first-fault.ts'
import { usePressKeys } from '#pages/parts/checking/keys.ts'
import { StateTag } from '#pages/parts/reporting/StateTag.tsx'
import { SeatWithMeaning } from '#pages/parts/seat-matrix/SeatWithMeaning.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

type Shown = DataOf<typeof load>

/** One candidate at the institute on the screen of every check: the facts against the originals, which the scans follow. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { userId, mayRecord } = data
  const files = useMemo(
    (): Files => ({
      fileAt: ({ kind, uploadedAt }) =>
        href(cellBase, 'reporting/:userId/file/:name', { userId, name: kind }, { at: uploadedAt }),
      pageAt: ({ kind, uploadedAt }, page) =>
        href(
          cellBase,
          'reporting/:userId/file/:name/:page',
          { userId, name: kind, page: String(page) },
          { at: uploadedAt },
        ),
    }),
    [cellBase, userId],
  )
  const facts = data.facts.map((fact) => ({ ...fact, title: t(`scrutiny:fact.${fact.name}`) }))
  return (
    <CheckScreen {...{ facts, files }} keys={mayRecord ? ['admit', 'next'] : ['next']} isWork={mayRecord}>
      {(screen) => <Case {...screen} {...{ facts, files }} />}
    </CheckScreen>
  )
}

type CaseProps = Screen & { facts: readonly (Shown['facts'][number] & { title: string })[]; files: Files }

/** What the institute reads about the candidate, above what it records. */
function Case({ current, keyMap, onShow, facts, files }: CaseProps) {
  const { cellBase, data, form } = useView<typeof load>()
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const { userId, fullName, round, mayRecord, admission, correction, next } = data
  usePressKeys({
    keys: { f: 'form[data-form=admit] .actions button', n: '[data-next]' },
    box,
    isOn: keyMap.isOn,
    help: keyMap.toggle,
  })
  useFirstFault()
  const onward = <NextCase next={next && href(cellBase, 'reporting/:userId', { userId: next })} keyMap={keyMap} />
  return (
    <div className={styles.form} ref={box}>
      <Head
        back={{ title: t('staff:menu.reporting'), href: href(cellBase, 'reporting', undefined, { round }) }}
        id={userId}
        name={fullName}
      >
        <StateTag state={data.state} /> <Written>{`${data.course}, ${data.choiceCode}`}</Written>,{' '}
        <SeatWithMeaning seatType={data.seatType} />
      </Head>
      <FactList>
        <Notices />
        <Seat />
        {facts.map((fact) => (
          <FactRow key={fact.name} {...{ fact, files, onShow }} isCurrent={fact.name === current} />
        ))}
        {facts.length === 0 && (
          <p className={styles.aside}>{t(data.isGone ? 'reporting:case.gone' : 'reporting:case.not-accepted')}</p>
        )}
        {mayRecord && <Reset />}
        {facts.length > 0 && !correction && <Correct />}
      </FactList>
      <div className={styles.bar}>
        {mayRecord && !form?.confirm ? (
          <Admit beside={onward} />
        ) : (
          <div className="actions">
            {admission && (
              <Button
                href={href(cellBase, 'reporting/:userId/receipt', { userId })}
                kind={correction ? 'quiet' : 'primary'}
              >
                {t('reporting:case.receipt')}
              </Button>
            )}
            {onward}
          </div>
        )}
      </div>
    </div>
  )
}

/** What somebody must see before anything else: an objection, names that changed, orders, and corrections. */
function Notices() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { objection, nameChanges, takenBack, toNote, correction } = data
  if (!objection && !nameChanges.length && !takenBack && !toNote && !correction) return null
  return (
    <div className={styles.aside}>
      {objection && <Objection objection={objection} />}
      {nameChanges.map(({ fact, label, stated, right, at, byOfficer }) => (
        <Banner key={`${fact} ${at}`} tone="warn" title={t('reporting:case.renamed', { label, at })}>
          <p>
            <Written>{stated}</Written> → <Written>{right}</Written>
          </p>
          <p>{t(byOfficer ? 'reporting:case.renamed-officer' : 'reporting:case.renamed-spelling')}</p>
        </Banner>
      ))}
      {takenBack && (
        <Banner tone="warn" title={t('reporting:case.taken-back', takenBack)}>
          <Written as="p">{takenBack.reason}</Written>
          <p>{t('reporting:case.taken-back-about')}</p>
        </Banner>
      )}
      {toNote && (
        <Banner tone="warn" title={t('reporting:withdrawn.title', toNote)}>
          <p>{t('reporting:withdrawn.about')}</p>
          <Form name="note-withdrawal" submit={t('reporting:withdrawn.note')}>
            <input type="hidden" name="intent" value="note-withdrawal" />
          </Form>
        </Banner>
      )}
      {correction && <Waiting />}
    </div>
  )
}

/** What the regional office objects to, and the institute's answer, which it may write anew. */
function Objection({ objection: { reason, at, answer, answered } }: { objection: NonNullable<Shown['objection']> }) {
  const t = useT()
  return (
    <Banner tone="warn" title={t('reporting:case.objection', { at })}>
      <Written as="p">{reason}</Written>
      {answered && (
        <p>
          {t('reporting:objection.answered', { at: answered })} <Written>{answer!}</Written>
        </p>
      )}
      <Form name="answer-objection" kind={answered ? 'quiet' : 'primary'} submit={t('reporting:objection.go')}>
        <input type="hidden" name="intent" value="answer-objection" />
        <Field
          kind="textarea"
          name="answer"
          label={t('reporting:objection.answer')}
          hint={t('reporting:objection.hint')}
          maxLength={500}
          rows={3}
          required
        />
      </Form>
    </Banner>
  )
}

/** What has been decided and recorded about the seat. */
function Seat() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { preference, decision, admission, resets, reportBy } = data
  const kinds = (list: readonly string[]) =>
    list.map((kind) => t(`documents:kind.${kind as 'nationality'}`)).join(', ') || t('reporting:case.nothing')
  const facts = [
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
  ]
  if (!facts.some(Boolean)) return null
  return (
    <div className={styles.aside}>
      <Facts layout="pairs" facts={facts} />
    </div>
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

function Admit({ beside }: { beside: ReactNode }) {
  const t = useT()
  return (
    <section aria-label={t('reporting:admit.title')}>
      <p>{t('reporting:admit.about')}</p>
      <Form name="admit" submit={t('reporting:admit.submit')} beside={beside}>
        <input type="hidden" name="intent" value="admit" />
        <div className={styles.ticks}>
          <Originals />
        </div>
      </Form>
    </section>
  )
}

function Reset() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const cameBack = form?.values.intent === 'reset'
  return (
    <div className={styles.aside}>
      <Disclosure summary={t('reporting:reset.title')} kind="inline" isOpen={cameBack}>
        <p>{t('reporting:reset.about', { count: data.ownHours })}</p>
        <Form name="reset" kind={cameBack && form.confirm ? 'quiet' : 'danger'} submit={t('reporting:reset.submit')}>
          <input type="hidden" name="intent" value="reset" />
          <Field
            kind="select"
            name="fact"
            label={t('reporting:reset.fact')}
            required
            options={data.resetFacts.map((fact) => ({ value: fact, label: t(`scrutiny:fact.${fact}`) }))}
          />
          <Reason />
          <Confirm />
        </Form>
      </Disclosure>
    </div>
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
  const { data, form } = useView<typeof load>()
  const t = useT()
  const kind =
    data.state === 'admitted' ? 'undo' : data.state === 'not-reported' && !data.isRoundSigned ? 'record-late' : null
  if (kind === null) return null
  return (
    <div className={styles.aside}>
      <Disclosure summary={t(`reporting:correction.${kind}`)} kind="inline" isOpen={form?.values.intent === kind}>
        <p>{t(`reporting:correction.${kind}-about`)}</p>
        <Form name={kind} kind="quiet" submit={t('reporting:correction.prepare')}>
          <input type="hidden" name="intent" value={kind} />
          {kind === 'record-late' && <Originals only={kind} />}
          <Reason />
        </Form>
      </Disclosure>
    </div>
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
