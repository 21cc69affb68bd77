import { RoundInputs } from '#pages/parts/settings/RoundInputs.tsx'
import { InputsInLine, SideBySide } from '#pages/parts/settings/SideBySide.tsx'
import { useRecheck } from '#pages/ui/browser/recheck.ts'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatCount } from '#server/i18n/format.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Data = DataOf<typeof load>

/** An earlier season under other rules: the form of the rules, and the rehearsals made. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.rehearsal')}</h1>
      <p className="lead">{t('rehearsal:lead')}</p>
      {data.seasons.length ? <Rules /> : <p>{t('rehearsal:none')}</p>}
      <Rehearsals />
    </>
  )
}

function Rules() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { rounds, merit } = data.fields
  return (
    <Card>
      <p>{t('rehearsal:how')}</p>
      <Form submit={t('rehearsal:play')} name="rehearsal">
        <Seasons />
        <h2 className={styles.part}>{t('rehearsal:rounds')}</h2>
        <RoundInputs fields={rounds} />
        <h2 className={styles.part}>{t('rehearsal:merit')}</h2>
        <InputsInLine fields={merit} />
        <h2 className={styles.part}>{t('rehearsal:seats')}</h2>
        <p>{t('rehearsal:seats.hint')}</p>
        <SideBySide>
          {(['from', 'to'] as const).map((name) => (
            <Field
              key={name}
              kind="select"
              name={name}
              label={t(`rehearsal:${name}`)}
              options={data.seatTypes}
              empty={t('season:field.none')}
            />
          ))}
          <Field name="percent" label={t('rehearsal:percent')} inputMode="numeric" width="short" maxLength={3} />
        </SideBySide>
      </Form>
    </Card>
  )
}

/** The season to play; one is not chosen but named. */
function Seasons() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { seasons } = data
  const words = ({ academicYear, people }: (typeof seasons)[number]) =>
    t('rehearsal:season', { year: academicYear, people: formatCount(people) })
  const [first] = seasons
  const exactness = (differing: number) =>
    differing ? t('rehearsal:inexact', { count: differing }) : t('rehearsal:exact')
  if (seasons.length === 1 && first)
    return (
      <p>
        <input type="hidden" name="season" value={first.academicYear} />
        <b>{words(first)}.</b> {exactness(first.differing)}
      </p>
    )
  return (
    <Field
      kind="select"
      name="season"
      label={t('rehearsal:season-to-play')}
      value={first?.academicYear}
      options={seasons.map((season) => ({
        value: season.academicYear,
        label: `${words(season)} ${exactness(season.differing)}`,
      }))}
    />
  )
}

/** What was played: the season, and its changed rules. */
function RulesCell({ year, rules }: { year: string; rules: readonly string[] | null }) {
  const t = useT()
  return (
    <>
      {year}
      {rules && !rules.length && `: ${t('rehearsal:same')}`}
      {rules?.map((line) => (
        <div key={line}>
          <small>{line}</small>
        </div>
      ))}
    </>
  )
}

const tones = { running: 'wait', done: 'done', refused: 'fix', failed: 'fix', stopped: 'fix' } as const

function Rehearsals() {
  const { data } = useView<typeof load>()
  const t = useT()
  useRecheck(data.rehearsals.some(({ state }) => state === 'running'))
  return (
    <Card title={t('rehearsal:list')}>
      <Table
        caption={t('rehearsal:list')}
        rows={data.rehearsals}
        keyOf={({ id }) => id}
        empty={t('rehearsal:list.none')}
        columns={[
          {
            title: t('rehearsal:when'),
            isName: true,
            cell: ({ href, time }: Data['rehearsals'][number]) => (
              <a href={href} aria-label={t('rehearsal:open', { time })}>
                {time}
              </a>
            ),
          },
          {
            title: t('rehearsal:rules'),
            cell: ({ academicYear, rules }) => <RulesCell year={academicYear} rules={rules} />,
          },
          { title: t('rehearsal:by'), cell: ({ by }) => by },
          {
            title: t('rehearsal:state'),
            cell: ({ state }) => <Tag tone={tones[state]}>{t(`rehearsal:state.${state}`)}</Tag>,
          },
          {
            title: t('rehearsal:changed'),
            cell: ({ changed }) => (changed === null ? '–' : formatCount(changed)),
            isFigure: true,
          },
        ]}
      />
    </Card>
  )
}
