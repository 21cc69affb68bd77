import { Card } from '../../ui/data/Card'
import { Button } from '../../ui/form/Button'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The queue of certificates. */
export default function Page() {
  const { cellBase, data } = useView<typeof load>()
  const t = useT()
  const { kinds, kind, lines, next } = data
  return (
    <>
      <h1>{t('staff:menu.certificates')}</h1>
      <p className="lead">{t('certificates:desk.lead')}</p>
      <Card>
        <Form method="get" name="filter" kind="quiet" submit={t('certificates:desk.show')}>
          <Field
            kind="select"
            name="kind"
            label={t('certificates:desk.kind')}
            value={kind}
            options={kinds.map((one) => ({ value: one, label: t(`documents:kind.${one}`) }))}
          />
        </Form>
      </Card>
      <Card title={t('certificates:desk.waiting')}>
        {lines.length === 0 ? (
          <p>{t('certificates:desk.none')}</p>
        ) : (
          <ul className="entries">
            {lines.map(({ id, fullName, userId, kind, at }) => (
              <li key={id}>
                <div className="head">
                  <a href={href(cellBase, 'certificates/:id', { id: String(id) })}>{t(`documents:kind.${kind}`)}</a>
                  <span>{fullName}</span>
                  {userId}
                </div>
                <p>{t('certificates:desk.since', { at })}</p>
              </li>
            ))}
          </ul>
        )}
        {next !== null && (
          <div className="actions">
            <Button href={href(cellBase, 'certificates', undefined, { kind, after: next })} kind="quiet">
              {t('certificates:desk.more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
