import { BothLanguages } from '../../content-parts/BothLanguages'
import { Card } from '../../ui/Card'
import { Confirm } from '../../ui/Confirm'
import { Field } from '../../ui/Field'
import { Form } from '../../ui/Form'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'
import './page.css'

/** What pages and messages say of the cell itself: how it is reached, what it asks for, where its desks are. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.settings')}</h1>
      <p className="lead">{t('content:settings.lead')}</p>
      <div className="settings">
        <Fees />
        <Contact />
        <LoginLinks />
      </div>
    </>
  )
}

function Fees() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { open, reserved, versions } = data.fees
  return (
    <Card tone="narrow" title={t('content:fees.title')}>
      <table>
        <caption>{t('content:fees.versions')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('content:fees.from')}</th>
            <th scope="col">{t('content:fees.open')}</th>
            <th scope="col">{t('content:fees.reserved')}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.version}>
              <th scope="row">
                {version.from ?? t('content:fees.beginning')}{' '}
                {version.isCurrent && <Tag tone="done">{t('content:fees.now')}</Tag>}
              </th>
              <td className="num">{version.open}</td>
              <td className="num">{version.reserved}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="lead">{t('content:fees.about')}</p>
      <Form submit={t('content:fees.preview')} name="fees">
        <Asked about="fees" />
        <input type="hidden" name="intent" value="fees" />
        <Field name="open" label={t('content:fees.open-sum')} value={open} inputMode="numeric" width="short" required />
        <Field
          name="reserved"
          label={t('content:fees.reserved-sum')}
          value={reserved}
          inputMode="numeric"
          width="short"
          required
        />
        <Field kind="date" name="date" label={t('content:fees.date')} hint={t('content:fees.date-hint')} />
      </Form>
    </Card>
  )
}

/** What would change, asked back in the form that was sent. */
function Asked({ about }: { about: 'fees' | 'contact' | 'login-links' }) {
  const { form } = useView()
  return form?.values.intent === about ? <Confirm /> : null
}

function Contact() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { phone, email, hours, officer } = data.contact
  return (
    <Card tone="narrow" title={t('content:contact.title')}>
      <Form submit={t('content:notices.preview')} kind="quiet" name="contact">
        <Asked about="contact" />
        <input type="hidden" name="intent" value="contact" />
        <Field kind="tel" name="phone" label={t('content:contact.phone')} value={phone} maxLength={26} required />
        <Field kind="email" name="email" label={t('content:contact.email')} value={email} required />
        <BothLanguages name="hours" label="contact.hours" value={hours} maxLength={100} />
        <BothLanguages name="officer" label="contact.officer" value={officer.name} maxLength={160} />
        <Field
          kind="email"
          name="officerEmail"
          label={t('content:contact.officer-email')}
          value={officer.email}
          required
        />
      </Form>
    </Card>
  )
}

function LoginLinks() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone="narrow" title={t('content:links.title')}>
      <p className="lead">{t('content:links.about')}</p>
      <Form submit={t('content:notices.preview')} kind="quiet" name="login-links">
        <Asked about="login-links" />
        <input type="hidden" name="intent" value="login-links" />
        {data.links.map(({ link, address }) => (
          <Field key={link} name={link} label={t(`shell:menu.${link}`)} value={address} maxLength={300} />
        ))}
      </Form>
    </Card>
  )
}
