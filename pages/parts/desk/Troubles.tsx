import { Banner } from '#pages/ui/data/Banner.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT } from '#pages/ui/view.ts'
import { DateField } from './DateField'
import type { troublesOf } from './troubles'

/** A banner for each trouble of now, with what it means for candidates and what to do. */
export function Troubles({ time, saving, around }: ReturnType<typeof troublesOf>) {
  const t = useT()
  return (
    <>
      {time && (
        <Banner tone="error" role="alert" title={t('health:time')}>
          <p>{t('health:time.about', { now: time.now, known: time.known })}</p>
          <p>{t('health:time.do')}</p>
          <Form submit={t('health:time.confirm')} action={time.page} name="time">
            <input type="hidden" name="intent" value="confirm-time" />
            <div className="filters">
              <DateField name="watchDate" label={t('health:field.watchDate')} required />
              <Field name="watchTime" label={t('health:field.watchTime')} required width="short" maxLength={5} />
            </div>
          </Form>
        </Banner>
      )}
      {saving && (
        <Banner tone="error" role="alert" title={t('health:saving')}>
          {t(`health:saving.${saving}`)}
        </Banner>
      )}
      {around.map(({ trouble, since }) => (
        <Banner key={trouble} tone="warn" role="alert" title={t(`health:trouble.${trouble}`)}>
          {t(`health:trouble.${trouble}.about`)} {t('health:trouble.since', { at: since })}
        </Banner>
      ))}
    </>
  )
}
