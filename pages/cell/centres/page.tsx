import { BothLanguages } from '#pages/parts/content/BothLanguages.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Confirm } from '#pages/ui/form/Confirm.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The facilitation centres: their names and addresses, and the closed ones. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.centres')}</h1>
      <p className="lead">{t('content:centres.lead')}</p>
      {data.edited && <Write />}
      <Card title={t('content:centres.list')}>
        <ul className="entries">
          {data.centres.map(({ code, name, address, district, isClosed }) => (
            <li key={code}>
              <div className="head">
                <b>{name}</b>
                <code>{code}</code>
                <small>{district}</small>
                {isClosed && <Tag tone="fix">{t('content:centres.closed')}</Tag>}
              </div>
              <p>{address}</p>
              <div className="acts">
                <div className="actions">
                  <Button href={href(cellBase, 'centres', undefined, { code })} kind="quiet" small>
                    {t('content:centres.change')} <VisuallyHidden>{name}</VisuallyHidden>
                  </Button>
                </div>
                <Form
                  submit={t(isClosed ? 'content:centres.reopen' : 'content:centres.close')}
                  kind="quiet"
                  name={`act-${code}`}
                >
                  <input type="hidden" name="intent" value={isClosed ? 'reopen' : 'close'} />
                  <input type="hidden" name="code" value={code} />
                </Form>
              </div>
            </li>
          ))}
        </ul>
      </Card>
      {!data.edited && <Write />}
    </>
  )
}

function Write() {
  const { data, language } = useView<typeof load>()
  const t = useT()
  const { edited, districts } = data
  return (
    <Card
      tone="narrow"
      title={edited ? t('content:centres.edit', { name: edited.name[language] }) : t('content:centres.new')}
    >
      <Form submit={t('content:notices.preview')} name="centre">
        <Confirm />
        {edited ? (
          <>
            <input type="hidden" name="code" value={edited.code} />
            <input type="hidden" name="district" value={edited.district} />
          </>
        ) : (
          <>
            <input type="hidden" name="isNew" value="true" />
            <Field
              name="code"
              label={t('content:centres.code')}
              hint={t('content:centres.code-hint')}
              width="short"
              maxLength={16}
              required
            />
            <Field kind="select" name="district" label={t('content:centres.district')} options={districts} required />
          </>
        )}
        <BothLanguages name="name" label="centres.name" value={edited?.name} maxLength={120} />
        <BothLanguages name="address" label="centres.address" value={edited?.address} rows={2} maxLength={300} />
        <Field
          kind="tel"
          name="phone"
          label={t('content:centres.phone')}
          value={edited?.phone ?? undefined}
          width="medium"
          maxLength={60}
        />
        <Field
          name="place"
          label={t('content:centres.place')}
          hint={t('content:centres.place-hint')}
          value={edited?.place ?? undefined}
          width="medium"
          maxLength={40}
        />
        <BothLanguages
          name="directions"
          label="centres.directions"
          value={edited?.directions ?? undefined}
          rows={2}
          maxLength={500}
          isOptional
        />
      </Form>
    </Card>
  )
}
