import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import type { load } from './page.server'

/** J&K migrants: their seats, their merit list with their choices, and the seating. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.jk-seats')}</h1>
      <p className="lead">{t('jkseats:lead')}</p>
      <Seats />
      <List />
      <Prepared />
      <Released />
    </>
  )
}

function Seats() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('jkseats:seats.title')
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={data.seats}
        keyOf={({ choiceCode }) => choiceCode}
        empty={t('jkseats:seats.none')}
        isWide
        columns={[
          { title: t('jkseats:column.choice-code'), cell: ({ choiceCode }) => choiceCode },
          { title: t('jkseats:column.institute'), cell: ({ institute }) => institute, isName: true, isWritten: true },
          { title: t('jkseats:column.course'), cell: ({ course }) => course, isWritten: true },
          { title: t('jkseats:column.seats'), cell: ({ count }) => count, isFigure: true },
        ]}
      />
      <Form submit={t('jkseats:seats.submit')} kind="quiet" name="seats">
        <input type="hidden" name="intent" value="seats" />
        <Field
          name="choiceCode"
          label={t('jkseats:seats.choice-code')}
          hint={t('jkseats:seats.choice-code-hint')}
          inputMode="numeric"
          width="medium"
          required
        />
        <Field
          name="count"
          label={t('jkseats:seats.count')}
          hint={t('jkseats:seats.count-hint')}
          inputMode="numeric"
          width="short"
          required
        />
      </Form>
    </Card>
  )
}

function List() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('jkseats:list.title')
  const { listed } = data
  if (!listed?.length)
    return (
      <Card title={title}>
        <p>{t(listed ? 'jkseats:list.none' : 'jkseats:list.no-list')}</p>
      </Card>
    )
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={listed}
        keyOf={({ candidateId }) => candidateId}
        isWide
        columns={[
          { title: t('jkseats:column.merit'), cell: ({ merit }) => merit, isFigure: true },
          { title: t('jkseats:column.application-id'), cell: ({ userId }) => userId },
          { title: t('jkseats:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
          {
            title: t('jkseats:column.choices'),
            cell: ({ choices }) => choices?.join(', ') ?? t('jkseats:list.not-recorded'),
          },
        ]}
      />
      <Form submit={t('jkseats:choices.submit')} kind="quiet" name="choices">
        <input type="hidden" name="intent" value="choices" />
        <Field name="applicationId" label={t('jkseats:choices.application-id')} width="medium" required />
        <Field
          kind="textarea"
          name="choices"
          label={t('jkseats:choices.choices')}
          hint={t('jkseats:choices.choices-hint')}
          required
        />
        <Field name="reason" label={t('jkseats:choices.reason')} hint={t('jkseats:choices.reason-hint')} />
      </Form>
    </Card>
  )
}

type Seated = NonNullable<DataOf<typeof load>['released']>['seats']

function Seating({ name, seats }: { name: string; seats: Seated }) {
  const t = useT()
  return (
    <Table
      caption={name}
      rows={seats}
      keyOf={({ candidateId }) => candidateId}
      isWide
      columns={[
        { title: t('jkseats:column.merit'), cell: ({ meritNumber }) => meritNumber, isFigure: true },
        { title: t('jkseats:column.application-id'), cell: ({ userId }) => userId },
        { title: t('jkseats:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
        { title: t('jkseats:column.choice-code'), cell: ({ choiceCode }) => choiceCode },
        { title: t('jkseats:column.institute'), cell: ({ institute }) => institute, isWritten: true },
        { title: t('jkseats:column.preference'), cell: ({ preference }) => preference, isFigure: true },
        { title: t('jkseats:column.admitted'), cell: ({ admittedAt }) => admittedAt || '–', isTime: true },
      ]}
    />
  )
}

function Prepared() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { prepared, released, seats, listed } = data
  const isReady = seats.length > 0 && listed?.some(({ choices }) => choices !== null)
  const title = t('jkseats:prepared.title')
  return (
    <>
      <Card title={t('jkseats:prepare.title')}>
        <p>{t('jkseats:prepare.about')}</p>
        {isReady ? (
          <Form submit={t('jkseats:prepare.submit')} kind={prepared || released ? 'quiet' : 'primary'} name="prepare">
            <input type="hidden" name="intent" value="prepare" />
          </Form>
        ) : (
          <p>{t(listed ? 'jkseats:refusal.jk-nobody-seated' : 'jkseats:refusal.jk-no-merit-list')}</p>
        )}
      </Card>
      {prepared && (
        <Card tone={prepared.mayRelease ? 'next' : 'plain'} title={title}>
          <p>{t('jkseats:prepared.by', { name: prepared.preparedByName, time: prepared.preparedAt })}</p>
          <Effects name={title} effects={prepared.effects} />
          {!prepared.isCurrent && <Banner tone="warn">{t('jkseats:prepared.stale')}</Banner>}
          {prepared.isCurrent && prepared.mayRelease && (
            <Decide id={prepared.id} intent="release" costs={costOf(prepared.effects)} />
          )}
          {prepared.isCurrent && !prepared.mayRelease && (
            <p>{t(prepared.hasHand ? 'jkseats:refusal.jk-own-seats' : 'staff:refusal.second-person')}</p>
          )}
          <Decide id={prepared.id} intent="discard" />
        </Card>
      )}
    </>
  )
}

type Effects = NonNullable<DataOf<typeof load>['prepared']>['effects']

/** How many people lose a seat that they have, and how many are moved to another. */
const costOf = (effects: Effects) => ({
  loses: effects.filter(({ effect }) => effect === 'loses').length,
  moves: effects.filter(({ effect }) => effect === 'moves').length,
})

/** Everybody whom a seating concerns, with the seat before and after. */
function Effects({ name, effects }: { name: string; effects: Effects }) {
  const t = useT()
  return (
    <Table
      caption={name}
      rows={effects}
      keyOf={({ candidateId }) => candidateId}
      isWide
      columns={[
        { title: t('jkseats:column.merit'), cell: ({ meritNumber }) => meritNumber, isFigure: true },
        { title: t('jkseats:column.application-id'), cell: ({ userId }) => userId },
        { title: t('jkseats:column.name'), cell: ({ fullName }) => fullName, isName: true, isWritten: true },
        { title: t('jkseats:column.before'), cell: ({ before }) => before, isWritten: true },
        { title: t('jkseats:column.after'), cell: ({ after }) => after, isWritten: true },
        {
          title: t('jkseats:column.effect'),
          cell: ({ effect }) =>
            effect === 'loses' || effect === 'moves' ? (
              <b>{t(`jkseats:effect.${effect}`)}</b>
            ) : (
              t(`jkseats:effect.${effect}`)
            ),
        },
      ]}
    />
  )
}

type Costs = ReturnType<typeof costOf>

function Decide({ id, intent, costs }: { id: number; intent: 'release' | 'discard'; costs?: Costs }) {
  const t = useT()
  return (
    <Form submit={t(`jkseats:prepared.${intent}`)} kind={intent === 'release' ? 'primary' : 'danger'} name={intent}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="seating" value={id} />
      {costs && costs.loses + costs.moves > 0 && (
        <>
          <Banner tone="warn">{t('jkseats:prepared.costs', costs)}</Banner>
          <Field kind="checkbox" name="agreed" label={t('jkseats:prepared.agreed')} required />
        </>
      )}
    </Form>
  )
}

function Released() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { released } = data
  const title = t('jkseats:released.title')
  return (
    <Card title={title}>
      {released ? (
        <>
          <p>{t('jkseats:released.by', { name: released.decidedByName ?? '', time: released.decidedAt })}</p>
          <p>{t('jkseats:released.admitted', { count: released.admitted, of: released.seats.length })}</p>
          <Seating name={title} seats={released.seats} />
          {released.admitted > 0 && (
            <Form submit={t('jkseats:undo.submit')} kind="danger" name="undo">
              <input type="hidden" name="intent" value="undo" />
              <Field name="applicationId" of="undo" label={t('jkseats:undo.application-id')} width="medium" required />
              <Field
                name="reason"
                of="undo"
                label={t('jkseats:undo.reason')}
                hint={t('jkseats:undo.reason-hint')}
                required
              />
            </Form>
          )}
        </>
      ) : (
        <p>{t('jkseats:released.none')}</p>
      )}
    </Card>
  )
}
