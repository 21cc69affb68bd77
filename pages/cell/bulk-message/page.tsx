import { ChoiceFilter } from '#pages/parts/desk/ChoiceFilter.tsx'
import { DateField } from '#pages/parts/desk/DateField.tsx'
import { List } from '#pages/parts/desk/List.tsx'
import { BulkStateTag } from '#pages/parts/inbox/BulkStateTag.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { audienceSegments, audienceStages, bulkRules, bulkStates } from '#server/domain/messages/audience.ts'
import type { load } from './page.server'

/** The cell's bulk messages: the form for a new one, and the earlier ones. */
export default function Page() {
  const { cellBase, data, language } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.bulk-message')}</h1>
      <p className="lead">{t('inbox:desk.bulk-lead')}</p>
      <NewMessage />
      <Card title={t('inbox:bulk.sent-before')}>
        <List
          list={data.list}
          caption={t('inbox:bulk.sent-before')}
          empty={t('inbox:bulk.none')}
          keyOf={({ id }) => id}
          filters={<Filters />}
          cells={{
            title: ({ id, title, titleMr }) => (
              <a href={href(cellBase, 'bulk-message/:id', { id: String(id) })}>{language === 'mr' ? titleMr : title}</a>
            ),
            state: ({ state }) => <BulkStateTag state={state} />,
          }}
        />
      </Card>
    </>
  )
}

function Filters() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { q, state } = data.list.filters
  return (
    <>
      <Field name="q" label={t('list:column.title')} value={q} maxLength={100} />
      <ChoiceFilter
        name="state"
        label={t('list:column.state')}
        value={state}
        choices={bulkStates.map((one) => ({ value: one, label: t(`inbox:bulk-state.${one}`) }))}
      />
    </>
  )
}

function NewMessage() {
  const t = useT()
  return (
    <Card title={t('inbox:bulk.new')}>
      <Form submit={t('inbox:bulk.preview')} name="new">
        <Audience />
        <fieldset className="ticks">
          <legend>{t('inbox:bulk.ways')}</legend>
          {(['bySms', 'byWhatsapp', 'byEmail'] as const).map((way) => (
            <Field key={way} kind="checkbox" name={way} label={t(`inbox:bulk.${way}`)} />
          ))}
        </fieldset>
        {(['titleEn', 'titleMr'] as const).map((name) => (
          <Field key={name} name={name} label={t(`inbox:bulk.${name}`)} required maxLength={bulkRules.title} />
        ))}
        {(['bodyEn', 'bodyMr'] as const).map((name) => (
          <Field
            key={name}
            kind="textarea"
            name={name}
            label={t(`inbox:bulk.${name}`)}
            required
            rows={6}
            maxLength={bulkRules.body}
          />
        ))}
        {(['smsEn', 'smsMr'] as const).map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`inbox:bulk.${name}`)}
            hint={t('inbox:bulk.sms-hint', { max: bulkRules[name] })}
            maxLength={bulkRules[name]}
          />
        ))}
        <fieldset className="ticks">
          <legend>{t('inbox:bulk.when')}</legend>
          <div className="filters">
            <DateField name="date" label={t('inbox:bulk.date')} hint={t('inbox:bulk.when-hint')} />
            <Field name="time" label={t('inbox:bulk.time')} hint={t('inbox:bulk.time-hint')} maxLength={5} />
          </div>
        </fieldset>
        <p>{t('inbox:bulk.preview-about')}</p>
      </Form>
    </Card>
  )
}

function Audience() {
  const { data } = useView<typeof load>()
  const t = useT()
  const everybody = t('inbox:bulk.everybody')
  return (
    <fieldset className="ticks">
      <legend>{t('inbox:bulk.audience')}</legend>
      <div className="filters">
        <Field
          kind="select"
          name="stage"
          label={t('inbox:bulk.stage')}
          options={audienceStages.map((stage) => ({ value: stage, label: t(`inbox:stage.${stage}`) }))}
          empty={everybody}
        />
        <Field kind="select" name="type" label={t('inbox:bulk.type')} options={data.types} empty={everybody} />
        <Field
          kind="select"
          name="category"
          label={t('inbox:bulk.category')}
          options={data.categories}
          empty={everybody}
        />
        <Field
          kind="select"
          name="district"
          label={t('inbox:bulk.district')}
          options={data.districts}
          empty={everybody}
        />
        <Field
          kind="select"
          name="segment"
          label={t('inbox:bulk.segment')}
          options={audienceSegments.map((segment) => ({ value: segment, label: t(`inbox:segment.${segment}`) }))}
          empty={everybody}
        />
        <Field
          name="institute"
          label={t('inbox:bulk.institute')}
          hint={t('inbox:bulk.institute-hint')}
          maxLength={16}
        />
      </div>
      <Field
        kind="textarea"
        name="ids"
        label={t('inbox:bulk.ids')}
        hint={t('inbox:bulk.ids-hint', { max: bulkRules.listed })}
        rows={3}
      />
    </fieldset>
  )
}
