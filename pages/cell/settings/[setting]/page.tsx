import { DateField } from '#pages/parts/desk/DateField.tsx'
import { RoundInputs } from '#pages/parts/settings/RoundInputs.tsx'
import { SettingInput } from '#pages/parts/settings/SettingInput.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { FileField } from '#pages/ui/form/FileField.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Seal } from '#pages/ui/shell/Seal.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { DataOf } from '#server/http/page.ts'
import styles from './page.module.css'
import type { load } from './page.server'

type Loaded = DataOf<typeof load>

/** One setting of the season: the proposal that waits, the form of a new value, and every version. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t(`season:name.${data.setting}`)}</h1>
      <p className="lead">{t(`season:about.${data.setting}`)}</p>
      <div className="stack">
        {data.waiting ? <Waiting waiting={data.waiting} /> : <Proposal />}
        <Versions />
      </div>
      <p>
        <a href={data.back}>{t(data.isOpened ? 'season:page.back' : 'season:page.back-first')}</a>
      </p>
    </>
  )
}

function Waiting({ waiting }: { waiting: NonNullable<Loaded['waiting']> }) {
  const t = useT()
  const { id, lines, touches, by, takesEffect, order, mayApprove } = waiting
  return (
    <Card title={t('season:page.waiting')} tone={mayApprove ? 'next' : 'plain'}>
      <p>{by}</p>
      {waiting.pictures && <Pictures {...waiting.pictures} />}
      <ul>
        {[...lines, ...touches].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{t('season:page.takes-effect', { time: takesEffect })}</p>
      {order !== null && <p>{t('season:page.by-order', { order })}</p>}
      {!mayApprove && <p>{t('season:page.second')}</p>}
      <div className="acts">
        {mayApprove && (
          <Form submit={t('season:page.approve')} name="approve">
            <input type="hidden" name="intent" value="approve" />
            <input type="hidden" name="id" value={id} />
          </Form>
        )}
        <Form submit={t('season:page.discard')} kind="danger" name="discard">
          <input type="hidden" name="intent" value="discard" />
          <input type="hidden" name="id" value={id} />
        </Form>
      </div>
    </Card>
  )
}

function Proposal() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  // What was just sent or chosen, before anything is saved.
  const { logo = data.pictures?.logo, letterhead = data.pictures?.letterhead } = form?.values ?? {}
  const rounds = data.fields.filter(({ isOfRound }) => isOfRound)
  const others = data.fields.filter(({ isOfRound }) => !isOfRound)
  return (
    // The inputs of a round stand in one line.
    <Card
      tone={rounds.length ? undefined : 'narrow'}
      title={t(data.isOpened ? 'season:page.propose' : 'season:page.set')}
    >
      {data.pictures && <Pictures logo={logo ?? ''} letterhead={letterhead ?? ''} />}
      <Form
        submit={t(data.isOpened ? 'season:page.look' : 'season:confirm.set')}
        name="propose"
        hasFiles={data.pictures !== null}
      >
        {form?.values.intent === 'propose' && <Confirm />}
        <input type="hidden" name="intent" value="propose" />
        <input type="hidden" name="base" value={data.base} />
        {rounds.length > 0 && <RoundInputs fields={rounds} />}
        {others.map((field) => (
          <SettingInput key={field.name} {...field} />
        ))}
        <DateField
          name="date"
          label={t('season:page.date')}
          hint={t(data.isOpened ? 'season:page.date-hint' : 'season:page.date-hint-first')}
        />
        {data.isOpened && (
          <Field
            name="orderNumber"
            label={t('season:page.order-number')}
            hint={t('season:page.order-hint')}
            maxLength={40}
          />
        )}
        {data.fields.map((field) => field.picture && <PictureInput key={field.name} {...field} />)}
      </Form>
    </Card>
  )
}

/** A picture file, after every other field: the server reads those first. */
function PictureInput({ picture, label }: Loaded['fields'][number]) {
  const t = useT()
  return (
    <FileField
      name={`${picture}File`}
      label={t('season:picture.new', { name: label })}
      hint={t(`season:picture.file.${picture!}`)}
      accept="image/png,image/jpeg,image/webp,.png,.jpg,.jpeg,.webp"
      takes="picture"
    />
  )
}

/** The head of a page and of a paper, as these pictures would make it; an empty mark is none. */
function Pictures({ logo, letterhead }: NonNullable<Loaded['pictures']>) {
  const { cellBase, course } = useView()
  const t = useT()
  const source = (mark: string) => href(cellBase, 'settings/picture/:mark', { mark })
  const paper = { logo: logo || 'none', letterhead: letterhead || 'none' }
  return (
    <figure className={styles.pictures}>
      <div className={styles.head}>
        {logo ? <img src={source(logo)} alt={t('season:picture.logo')} width="44" height="44" /> : <Seal />}
        <span>
          <b>{course.cellName}</b>
          <small>{course.cellAddress}</small>
        </span>
      </div>
      {letterhead && (
        <img className={styles.letterhead} src={source(letterhead)} alt={t('season:picture.letterhead')} />
      )}
      <figcaption>
        <a href={href(cellBase, 'settings/paper/:logo/:letterhead', paper)}>{t('season:picture.paper')}</a>
      </figcaption>
    </figure>
  )
}

function Versions() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('season:page.versions')}>
      <Table
        caption={t('season:page.versions')}
        rows={data.versions}
        keyOf={({ version }) => version}
        columns={[
          {
            title: t('season:page.from'),
            cell: ({ from, isInForce, isLater }) => (
              <>
                {from ?? t('season:page.beginning')} {isInForce && <Tag tone="done">{t('season:page.in-force')}</Tag>}
                {isLater && <Tag tone="wait">{t('season:page.later')}</Tag>}
              </>
            ),
          },
          {
            title: t('season:page.value'),
            cell: ({ facts }) =>
              facts.length === 0 ? (
                t('season:field.none')
              ) : (
                <Facts facts={facts.map((fact) => ({ ...fact, isWritten: true }))} />
              ),
          },
          { title: t('season:page.order'), cell: ({ orderNumber }) => orderNumber ?? '–' },
        ]}
      />
    </Card>
  )
}
