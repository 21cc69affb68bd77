import { OtpField } from '#pages/parts/accounts/OtpField.tsx'
import { ResendButton } from '#pages/parts/accounts/ResendButton.tsx'
import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { otpLength } from '#server/domain/accounts/otp.ts'
import { receiverRelations } from '#server/domain/accounts/second-receiver.ts'
import type { load } from './page.server'

/** The second receiver of messages: named, asked for the OTP, or ended. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('receiver:title')
  const { receiver } = data
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('receiver:lead')}</p>
      {receiver === null ? <Naming /> : receiver.isConfirmed ? <Named {...receiver} /> : <Asked {...receiver} />}
      <Card tone="narrow" title={t('receiver:what')}>
        <div className="prose">
          <ul>
            <li>{t('receiver:what-gets')}</li>
            <li>{t('receiver:what-not')}</li>
            <li>{t('receiver:what-end')}</li>
          </ul>
        </div>
      </Card>
    </>
  )
}

type Receiver = NonNullable<ReturnType<typeof load>['receiver']>

function Naming() {
  return (
    <Card tone="narrow">
      <NameForm />
    </Card>
  )
}

function NameForm() {
  const t = useT()
  return (
    <Form name="receiver" submit={t('receiver:send')}>
      <Field name="fullName" label={t('receiver:name')} required maxLength={100} autoComplete="off" />
      <Field
        kind="select"
        name="relation"
        label={t('receiver:relation')}
        required
        width="medium"
        options={receiverRelations.map((value) => ({ value, label: t(`receiver:relation.${value}`) }))}
      />
      <Field
        kind="tel"
        name="mobile"
        label={t('receiver:mobile')}
        hint={t('receiver:mobile-hint')}
        required
        width="short"
        autoComplete="off"
      />
      <Field
        kind="email"
        name="email"
        label={t('receiver:email')}
        hint={t('receiver:email-hint')}
        width="medium"
        autoComplete="off"
      />
    </Form>
  )
}

/** Somebody who was named and has not agreed yet: the OTP, or somebody else. */
function Asked({ fullName, mobile }: Receiver) {
  const t = useT()
  return (
    <>
      <Card tone="narrow" title={t('receiver:ask', { name: fullName })}>
        <p>{t('receiver:ask-sent', { mobile })}</p>
        <Form name="confirm" submit={t('receiver:confirm')} beside={<ResendButton />}>
          <OtpField label={t('receiver:otp')} hint={t('receiver:otp-hint', { digits: otpLength })} isNext />
        </Form>
        <EndForm label={t('receiver:end-asked')} />
      </Card>
      <Card tone="narrow">
        <Disclosure kind="inline" summary={t('receiver:another')}>
          <NameForm />
        </Disclosure>
      </Card>
    </>
  )
}

function Named({ fullName, relation, mobile, email }: Receiver) {
  const t = useT()
  return (
    <Card tone="narrow" title={t('receiver:on', { name: fullName })}>
      <Facts
        facts={[
          { label: t('receiver:relation'), value: t(`receiver:relation.${relation}`) },
          { label: t('receiver:mobile'), value: mobile },
          email !== null && { label: t('receiver:email'), value: email },
        ]}
      />
      <EndForm label={t('receiver:end')} />
    </Card>
  )
}

function EndForm({ label }: { label: string }) {
  return (
    <Form name="end" kind="quiet" submit={label}>
      <input type="hidden" name="intent" value="end" />
    </Form>
  )
}
