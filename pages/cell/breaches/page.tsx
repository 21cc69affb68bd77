import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Table } from '#pages/ui/data/Table.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { requestRules } from '#server/domain/privacy/requests.ts'
import { formatCount } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** Breaches of personal data: those known, and the form that starts the clocks of another one. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.breaches')}</h1>
      <p className="lead">{t('dataoffice:breaches.lead')}</p>
      <Card title={t('dataoffice:breaches.known')}>
        <Table
          caption={t('dataoffice:breaches.known')}
          rows={data.breaches}
          keyOf={({ id }) => id}
          empty={t('dataoffice:breaches.none')}
          columns={[
            {
              title: t('staff:menu.breaches'),
              cell: ({ id, noticed }) => (
                <a href={href(cellBase, 'breaches/:id', { id: String(id) })}>
                  {t('dataoffice:breaches.number', { id })}, {noticed}
                </a>
              ),
            },
            { title: t('dataoffice:breaches.what'), cell: ({ what }) => what, isWritten: true },
            {
              title: t('dataoffice:breaches.people'),
              cell: ({ people }) => (people ? formatCount(people) : t('dataoffice:people.unknown')),
              isFigure: true,
            },
            { title: t('dataoffice:breaches.open'), cell: ({ open }) => open, isFigure: true },
          ]}
        />
      </Card>
      <NewBreach />
    </>
  )
}

function NewBreach() {
  const { data } = useView<typeof load>()
  const t = useT()
  const max = requestRules.maxCharacters
  return (
    <Card tone="narrow" title={t('dataoffice:breaches.new')}>
      <Form submit={t('dataoffice:breaches.submit')} name="breach">
        <div className="filters">
          <DateField name="noticedDate" label={t('dataoffice:field.noticedDate')} required value={data.now.date} />
          <Field
            name="noticedTime"
            label={t('dataoffice:field.noticedTime')}
            required
            value={data.now.time}
            width="short"
            maxLength={5}
          />
        </div>
        <Field
          kind="textarea"
          name="what"
          label={t('dataoffice:field.sentence')}
          hint={t('dataoffice:field.sentence-hint')}
          required
          rows={2}
          maxLength={max}
        />
      </Form>
    </Card>
  )
}
