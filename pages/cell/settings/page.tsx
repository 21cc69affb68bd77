import { BothLanguages } from '../../parts/content/BothLanguages'
import { Card } from '../../ui/data/Card'
import { Table } from '../../ui/data/Table'
import { Tag } from '../../ui/data/Tag'
import { Confirm } from '../../ui/form/Confirm'
import { Field } from '../../ui/form/Field'
import { Form } from '../../ui/form/Form'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The cell's settings: fees, contact details and login links. */
export default function Page() {
  const t = useT()
  return (
    <>
      <h1>{t('staff:menu.settings')}</h1>
      <p className="lead">{t('content:settings.lead')}</p>
      <div className="stack">
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
      <Table
        caption={t('content:fees.versions')}
        showsCaption
        rows={versions}
        keyOf={({ version }) => version}
        columns={[
          {
            title: t('content:fees.from'),
            cell: ({ from, isCurrent }) => (
              <>
                {from ?? t('content:fees.beginning')} {isCurrent && <Tag tone="done">{t('content:fees.now')}</Tag>}
              </>
            ),
          },
          { title: t('content:fees.open'), cell: (version) => version.open, isFigure: true },
          { title: t('content:fees.reserved'), cell: (version) => version.reserved, isFigure: true },
        ]}
      />
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

/** The request to confirm a change, in the form that was sent. */
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
