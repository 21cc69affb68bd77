import { Proof } from '#pages/parts/accounts/Proof.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The candidate's half of a cancellation: what it costs, then the reason, then the proof. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { seat, isOpen, by } = data
  return (
    <>
      <Breadcrumb
        trail={[
          { title: t('shell:menu.dashboard'), href: href(base, 'dashboard') },
          { title: t('cancellation:request.title') },
        ]}
      />
      <h1>{t('cancellation:request.title')}</h1>
      {seat && isOpen ? (
        <>
          <p className="lead">{by ? t('cancellation:request.by', { by }) : t('cancellation:request.lead')}</p>
          <Card title={t('cancellation:request.seat')}>
            <Facts
              facts={[
                { label: t('cancellation:column.institute'), value: seat.institute, isWritten: true },
                {
                  label: t('cancellation:column.course'),
                  value: `${seat.course}, ${seat.choiceCode}`,
                  isWritten: true,
                },
                { label: t('cancellation:column.round'), value: seat.round },
              ]}
            />
          </Card>
          <Costs />
          <Request />
        </>
      ) : (
        <Banner
          tone="info"
          action={
            <Button
              kind="quiet"
              href={href(base, data.hindrance === 'cancellation-closed' ? 'contactus' : 'dashboard')}
            >
              {t(data.hindrance === 'cancellation-closed' ? 'shell:menu.contactus' : 'shell:menu.dashboard')}
            </Button>
          }
        >
          {t(data.hindrance === 'cancellation-closed' ? 'cancellation:request.closed' : 'cancellation:request.none')}
        </Banner>
      )}
    </>
  )
}

/** Everything that the candidate loses, and what they get back. */
function Costs() {
  const { data } = useView<typeof load>()
  const t = useT()
  return (
    <Banner tone="warn" title={t('cancellation:costs.title')}>
      <ul>
        <li>{t('cancellation:costs.final')}</li>
        <li>{t('cancellation:costs.seat')}</li>
        <li>{t('cancellation:costs.rounds')}</li>
        <li>
          {t(data.seat?.isAdmitted ? 'cancellation:costs.institute' : 'cancellation:costs.not-admitted', {
            charge: data.charge,
          })}
        </li>
        {data.fee && <li>{t('cancellation:costs.back', data.fee)}</li>}
        <li>{t('cancellation:costs.portal')}</li>
      </ul>
    </Banner>
  )
}

/** The reason, then the proof: the OTP is sent once a reason is given. */
function Request() {
  const { data, form } = useView<typeof load>()
  const t = useT()
  const sent = form?.confirm?.title
  const isProving = data.isProving || sent !== undefined
  return (
    <Card title={t('cancellation:request.act')}>
      <Form
        name="cancel"
        kind={isProving ? 'danger' : undefined}
        submit={t(isProving ? 'cancellation:request.submit' : 'cancellation:request.send-otp')}
        beside={isProving && <ResendButton />}
      >
        <Field
          kind="textarea"
          name="reason"
          label={t('cancellation:request.reason')}
          hint={t('cancellation:request.reason-hint')}
          maxLength={300}
          required
        />
        {isProving ? (
          <>
            {sent && (
              <Banner tone="info" role="status">
                {sent}
              </Banner>
            )}
            <Proof hasPassword={data.hasPassword} />
          </>
        ) : (
          <>
            <input type="hidden" name="intent" value="otp" />
            <p>{t('cancellation:request.about')}</p>
          </>
        )}
      </Form>
    </Card>
  )
}
