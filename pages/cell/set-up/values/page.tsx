import { SettingInput } from '#pages/parts/settings/SettingInput.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The values of the cell that a set-up asks for, on one page with one button. */
export default function Page() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('season:values.title')}</h1>
      <p className="lead">{t('season:values.lead')}</p>
      <Form submit={t('season:values.submit')} name="values">
        <div className="stack">
          {data.settings.map(({ setting, base, fields }) => (
            <Card key={setting} title={t(`season:name.${setting}`)} tone="narrow">
              <p>{t(`season:about.${setting}`)}</p>
              <input type="hidden" name={base.name} value={base.value} />
              {fields.map((field) => (
                <SettingInput key={field.name} {...field} />
              ))}
            </Card>
          ))}
        </div>
      </Form>
      <p>
        <a href={data.back}>{t('season:page.back-first')}</a>
      </p>
    </>
  )
}
