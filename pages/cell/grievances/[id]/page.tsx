import { type ReactNode, useMemo } from 'react'
import { seatInWords, ZoneTable } from '#pages/parts/allotment/ZoneTable.tsx'
import { CheckScreen, type Files, Head, type Screen } from '#pages/parts/checking/CheckScreen.tsx'
import styles from '#pages/parts/checking/checking.module.css'
import { Decided, Deciding } from '#pages/parts/checking/Deciding.tsx'
import { FactRow } from '#pages/parts/checking/FactRow.tsx'
import { decidingKeys } from '#pages/parts/checking/KeyMap.tsx'
import { ReplyFields } from '#pages/parts/checking/ReplyFields.tsx'
import { StepTicks } from '#pages/parts/grievances/StepTicks.tsx'
import { StateTag, Thread } from '#pages/parts/grievances/Thread.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { grievanceRules } from '#server/domain/scrutiny/grievances.ts'
import type { load } from './page.server'

/** One grievance on the screen of every check: what is said, the files beside it, and the answer or the decision. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, number, type, state, candidate, thread, next } = data
  const attached = thread.flatMap(({ files }) => files)
  const files = useMemo(
    (): Files => ({
      fileAt: ({ kind, uploadedAt }) =>
        href(cellBase, 'grievances/:id/file/:file', { id, file: kind }, { at: uploadedAt }),
      pageAt: ({ kind, uploadedAt }, page) =>
        href(cellBase, 'grievances/:id/file/:file/:page', { id, file: kind, page: String(page) }, { at: uploadedAt }),
      nameOf(kind) {
        const place = attached.findIndex((file) => String(file.id) === kind)
        return place < 0 ? undefined : t('thread:thread.file', { number: place + 1 })
      },
    }),
    [cellBase, id, attached, t],
  )
  const documents = attached.map(({ id: file, pages }) => ({ kind: String(file), pages, uploadedAt: 0 }))
  const facts = [
    { name: 'thread', title: t(`grievances:type.${type}`), rows: [], ...(documents.length && { documents }) },
    ...contested(data, t),
  ]
  const to = next === null ? null : href(cellBase, 'grievances/:id', { id: String(next) })
  const head = (
    <Head
      back={{ title: t('staff:menu.grievances'), href: href(cellBase, 'grievances') }}
      id={candidate.userId}
      name={candidate.fullName}
    >
      {number} · {t(`grievances:type.${type}`)} · <StateTag state={state} />
      {data.form && (
        <>
          {' · '}
          <a href={data.form}>{t('grievances:desk.form')}</a>
        </>
      )}
    </Head>
  )
  const list = ({ current, onShow }: Screen) => (
    <>
      {facts.map((fact) => (
        <FactRow key={fact.name} {...{ fact, files, onShow }} isCurrent={fact.name === current}>
          {fact.name === 'thread' && (
            <div className={styles.wide}>
              <Said />
            </div>
          )}
        </FactRow>
      ))}
      <Zone />
    </>
  )
  return (
    <CheckScreen {...{ facts, files }} keys={decidingKeys} isWork={state === 'open'}>
      {(screen) =>
        state === 'open' ? (
          <Decision screen={screen} head={head} next={to}>
            {list(screen)}
          </Decision>
        ) : (
          <Decided {...screen} {...{ head, next: to }} said={t(`grievances:desk.decided.${state}`)}>
            {list(screen)}
          </Decided>
        )
      }
    </CheckScreen>
  )
}

/** The facts that the grievance is about; where self-verification raised it, first what was used and what is said now. */
function contested({ said, facts }: Shown, t: ReturnType<typeof useT>) {
  const shown = facts.map((fact) => ({ ...fact, title: t(`scrutiny:fact.${fact.name}`) }))
  if (!said) return shown
  return said.map(({ fact, label, stated, right }) => {
    const whole = shown.find(({ name }) => name === fact)
    return {
      name: fact,
      title: label,
      rows: [
        { label: t('grievances:seat.stated'), value: stated || '–' },
        { label: t('grievances:seat.right'), value: right || '–' },
        ...(whole && whole.rows.length > 1 ? whole.rows : []),
      ],
      ...(whole && { documents: whole.documents }),
    }
  })
}

type Shown = ReturnType<typeof useView<typeof load>>['data']

/** What both sides wrote, and the pages that the candidate named. */
function Said() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { id, steps, candidate } = data
  return (
    <>
      {steps.length > 0 && (
        <p className="hint">
          {t('grievances:steps-named', { steps: steps.map((step) => t(`signedin:menu.${step}`)).join(', ') })}
        </p>
      )}
      {data.due && <Banner tone="warn">{data.due}</Banner>}
      <Thread
        grievance={data}
        candidate={candidate.fullName}
        fileAddress={(file) => href(cellBase, 'grievances/:id/file/:file', { id, file })}
      />
    </>
  )
}

/** What upholding a grievance about a seat would change. Source: rules §8.13. */
function Zone() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { zone, places } = data
  if (!zone) return null
  return (
    <div className={styles.aside}>
      <Banner tone={zone.keepsSeat ? 'info' : 'warn'}>
        {t(zone.keepsSeat ? 'grievances:seat.kept' : 'grievances:seat.lost')}
      </Banner>
      <Facts
        facts={[
          { label: t('grievances:seat.now'), value: seatInWords(zone.own?.before ?? null, places) },
          { label: t('grievances:seat.rerun'), value: seatInWords(zone.own?.after ?? null, places) },
        ]}
      />
      <ZoneTable zone={zone} places={places} />
    </div>
  )
}

/** One form for all three decisions; its text goes to the candidate in every case. */
function Decision({
  screen,
  children,
  ...head
}: {
  screen: Screen
  head: ReactNode
  next: string | null
  children: ReactNode
}) {
  const { data } = useView<typeof load>()
  const t = useT()
  const { steps: ticked, mayApprove, isListed, said, replies, type } = data
  const isComplaint = type === 'process'
  const intents = mayApprove ? (['answer', 'refuse', 'approve'] as const) : (['answer', 'refuse'] as const)
  const effectOf = (intent: (typeof intents)[number]) => {
    if (intent === 'answer' || !(said || isComplaint)) return t(`grievances:desk.intent.${intent}.hint`)
    return t(isComplaint ? `grievances:desk.complaint.${intent}.hint` : `grievances:seat.${intent}.hint`)
  }
  return (
    <Deciding
      {...screen}
      {...head}
      field="intent"
      legend={t('grievances:desk.intent')}
      verdicts={intents.map((intent) => ({
        value: intent,
        label: t(`grievances:desk.intent.${intent}`),
        isRefusal: intent === 'refuse',
        effect: effectOf(intent),
        fields: intent === 'approve' && !said && !isComplaint && (
          <StepTicks legend={t('grievances:desk.steps')} hint={t('grievances:desk.steps-hint')} ticked={ticked} />
        ),
      }))}
      below={
        <>
          {!mayApprove && !said && !isComplaint && (
            <p>{t(isListed ? 'grievances:desk.listed' : 'grievances:desk.not-confirmed')}</p>
          )}
          <ReplyFields
            choices={replies}
            name="text"
            label={t('grievances:desk.text')}
            hint={t('thread:text-hint', { max: grievanceRules.maxCharacters })}
            maxLength={grievanceRules.maxCharacters}
          />
        </>
      }
    >
      {children}
    </Deciding>
  )
}
