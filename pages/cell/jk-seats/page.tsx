import type { ReactNode } from 'react'
import { languageIn } from '../../../server/kernel/languages'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import '../../desk-parts/desk.css'

/** J&K migrants: their seats, their list with what they would like, and who is seated where. */
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

function Table({ name, columns, children }: { name: string; columns: readonly string[]; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className="scroll" tabIndex={0} aria-label={name}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function Seats() {
  const { data } = useView<typeof load>()
  const t = useT()
  const title = t('jkseats:seats.title')
  return (
    <Card title={title}>
      {data.seats.length === 0 ? (
        <p>{t('jkseats:seats.none')}</p>
      ) : (
        <Table
          name={title}
          columns={[
            t('jkseats:column.choice-code'),
            t('jkseats:column.institute'),
            t('jkseats:column.course'),
            t('jkseats:column.seats'),
          ]}
        >
          {data.seats.map(({ choiceCode, institute, course, count }) => (
            <tr key={choiceCode}>
              <th scope="row" className="num">
                {choiceCode}
              </th>
              <td lang={languageIn(institute)}>{institute}</td>
              <td lang={languageIn(course)}>{course}</td>
              <td className="num">{count}</td>
            </tr>
          ))}
        </Table>
      )}
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
        name={title}
        columns={[
          t('jkseats:column.merit'),
          t('jkseats:column.application-id'),
          t('jkseats:column.name'),
          t('jkseats:column.choices'),
        ]}
      >
        {listed.map(({ candidateId, merit, userId, fullName, choices }) => (
          <tr key={candidateId}>
            <th scope="row" className="num">
              {merit}
            </th>
            <td className="num">{userId}</td>
            <td lang={languageIn(fullName)}>{fullName}</td>
            <td className="num">{choices?.join(', ') ?? t('jkseats:list.not-recorded')}</td>
          </tr>
        ))}
      </Table>
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
      </Form>
    </Card>
  )
}

type Seated = NonNullable<ReturnType<typeof load>['released']>['seats']

function Seating({ name, seats }: { name: string; seats: Seated }) {
  const t = useT()
  return (
    <Table
      name={name}
      columns={[
        t('jkseats:column.merit'),
        t('jkseats:column.application-id'),
        t('jkseats:column.name'),
        t('jkseats:column.choice-code'),
        t('jkseats:column.institute'),
        t('jkseats:column.preference'),
      ]}
    >
      {seats.map(({ candidateId, meritNumber, userId, fullName, choiceCode, institute, preference }) => (
        <tr key={candidateId}>
          <th scope="row" className="num">
            {meritNumber}
          </th>
          <td className="num">{userId}</td>
          <td lang={languageIn(fullName)}>{fullName}</td>
          <td className="num">{choiceCode}</td>
          <td lang={languageIn(institute)}>{institute}</td>
          <td className="num">{preference}</td>
        </tr>
      ))}
    </Table>
  )
}

function Prepared() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { prepared } = data
  const title = t('jkseats:prepared.title')
  return (
    <>
      <Card title={t('jkseats:prepare.title')}>
        <p>{t('jkseats:prepare.about')}</p>
        <Form submit={t('jkseats:prepare.submit')} name="prepare">
          <input type="hidden" name="intent" value="prepare" />
        </Form>
      </Card>
      {prepared && (
        <Card tone="next" title={title}>
          <p className="num">
            {t('jkseats:prepared.by', { name: prepared.preparedByName, time: prepared.preparedAt })}
          </p>
          <Seating name={title} seats={prepared.seats} />
          {!prepared.isCurrent && <Banner tone="warn">{t('jkseats:prepared.stale')}</Banner>}
          {prepared.isCurrent && prepared.mayRelease && <Decide id={prepared.id} intent="release" />}
          {prepared.isCurrent && !prepared.mayRelease && <p>{t('jkseats:prepared.other-person')}</p>}
          <Decide id={prepared.id} intent="discard" />
        </Card>
      )}
    </>
  )
}

function Decide({ id, intent }: { id: number; intent: 'release' | 'discard' }) {
  const t = useT()
  return (
    <Form submit={t(`jkseats:prepared.${intent}`)} kind={intent === 'release' ? 'danger' : 'quiet'} name={intent}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="seating" value={id} />
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
          <p className="num">
            {t('jkseats:released.by', { name: released.releasedByName ?? '', time: released.releasedAt })}
          </p>
          <Seating name={title} seats={released.seats} />
        </>
      ) : (
        <p>{t('jkseats:released.none')}</p>
      )}
    </Card>
  )
}
