import { NewPasswordFields } from '#pages/parts/accounts/NewPasswordFields.tsx'
import { WhoCanApply } from '#pages/parts/eligibility/WhoCanApply.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { noticeVersion, purposes } from '#server/domain/privacy/purposes.ts'
import { PlaceFields } from './PlaceFields'
import type { show } from './page.server'

/** The fields of a registration, in the order of rules §2.2. */
export function RegistrationForm() {
  const { base, data } = useView<typeof show>()
  const t = useT()
  const { told } = data
  return (
    <>
      <h1>{t('shell:menu.registration')}</h1>
      <p className="lead">
        {t('registration:lead')} {t('shell:form.mandatory')}
      </p>
      {data.isLate && <Banner tone="info">{t('registration:non-cap')}</Banner>}
      <p className="lead">
        {t('registration:known')} <a href={href(base, 'login')}>{t('shell:log-in')}</a>
      </p>
      <WhoCanApply isFolded />
      <Card tone="narrow">
        <Form submit={t('registration:submit')}>
          <Field
            name="fullName"
            label={t('registration:full-name')}
            hint={t('registration:full-name-hint')}
            required
            autoComplete="name"
            maxLength={100}
            value={told?.fullName}
          />
          <Field
            kind="email"
            name="email"
            label={t('registration:email')}
            hint={t('registration:email-hint')}
            required
            autoComplete="email"
            value={told?.email}
          />
          <Field
            kind="tel"
            name="mobile"
            label={t('registration:mobile')}
            hint={t('registration:mobile-hint')}
            required
            autoComplete="tel"
            width="short"
            value={told?.mobile}
          />
          <PlaceFields places={data.places} state={told?.state} district={told?.district} />
          <NewPasswordFields isFirst />
          <Consent />
        </Form>
      </Card>
    </>
  )
}

function Consent() {
  const { base } = useView()
  const t = useT()
  const notice = (
    <a href={href(base, 'privacyandpolicy')} target="_blank" rel="noopener">
      {t('registration:privacy')} {t('shell:opens-in-new-tab')}
    </a>
  )
  return (
    <>
      <PurposeList />
      <Field kind="checkbox" name="consent" label={t('registration:consent')} hint={notice} required />
    </>
  )
}

/** The notice in short: every purpose with what it needs. The privacy page says the rest. */
function PurposeList() {
  const t = useT()
  return (
    <Disclosure summary={t('registration:notice', { version: noticeVersion })} kind="inline">
      <ul>
        {purposes.map(({ key, basis }) => (
          <li key={key}>
            <b>{t(`purposes:${key}`)}</b>
            {basis === 'consent' && ` (${t('purposes:basis.consent')})`}: {t(`purposes:${key}.data`)}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
