import { DateField } from '#pages/parts/desk/DateField.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { load } from './page.server'

/** The temporary banners above every page, and the form for a new one. */
export default function Page() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { banners, from, until } = data
  return (
    <>
      <h1>{t('staff:menu.service-banner')}</h1>
      <p className="lead">{t('inbox:banner.lead')}</p>
      <Card title={t('inbox:banner.list')}>
        {banners.length === 0 ? (
          <p>{t('inbox:banner.none')}</p>
        ) : (
          <ul className="entries">
            {banners.map(({ id, text, opensAt, closesAt, isShown }) => (
              <li key={id}>
                <div className="head">
                  <b>{text}</b>
                  <Tag tone={isShown ? 'done' : 'wait'}>{t(isShown ? 'inbox:banner.shown' : 'inbox:banner.later')}</Tag>
                </div>
                <p>
                  {formatDateTime(opensAt, language)} – {formatDateTime(closesAt, language)}
                </p>
                <Form submit={t('inbox:banner.end')} kind="quiet" name={`end-${id}`}>
                  <input type="hidden" name="end" value={id} />
                </Form>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card tone="narrow" title={t('inbox:banner.new')}>
        <Form submit={t('content:notices.preview')} name="new">
          <Confirm />
          <Field name="textEn" label={t('inbox:banner.textEn')} required maxLength={300} />
          <Field name="textMr" label={t('inbox:banner.textMr')} required maxLength={300} />
          <Field
            kind="radios"
            name="tone"
            label={t('inbox:banner.tone')}
            required
            value="info"
            options={(['info', 'warn'] as const).map((tone) => ({
              value: tone,
              label: t(`inbox:banner.tone.${tone}`),
            }))}
          />
          <div className="filters">
            <DateField name="fromDate" label={t('inbox:banner.fromDate')} required value={from.date} />
            <Field
              name="fromTime"
              label={t('inbox:banner.fromTime')}
              required
              value={from.time}
              width="short"
              maxLength={5}
            />
            <DateField name="untilDate" label={t('inbox:banner.untilDate')} required value={until.date} />
            <Field
              name="untilTime"
              label={t('inbox:banner.untilTime')}
              required
              value={until.time}
              width="short"
              maxLength={5}
            />
          </div>
        </Form>
      </Card>
    </>
  )
}
