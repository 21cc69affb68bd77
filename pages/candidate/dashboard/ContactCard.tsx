import { useState } from 'react'
import { useApiAction } from '../../ui/api-action'
import type { Send } from '../../ui/browser/browser'
import { Card } from '../../ui/Card'
import { Form } from '../../ui/Form'
import { href } from '../../ui/href'
import { Tag } from '../../ui/Tag'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Mobile, e-mail, WhatsApp and the last login. Its buttons are forms, which need no JavaScript. */
export function ContactCard() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { contact, lastLogin } = data
  return (
    <Card title={t('application:contact.title')}>
      <dl className="contact-facts">
        <dt>{t('application:contact.mobile')}</dt>
        <dd>
          <span className="num">{contact.mobile}</span>
          <a href={href(base, 'change-mobile')} aria-label={t('application:contact.change-mobile')}>
            {t('application:contact.change')}
          </a>
          {contact.pending && <small className="num">{t('application:contact.pending', contact.pending)}</small>}
        </dd>
        <dt>{t('application:contact.email')}</dt>
        <dd>
          <span>{contact.email}</span>
          <Email isVerified={contact.isEmailVerified} />
        </dd>
        <dt>{t('application:contact.whatsapp')}</dt>
        <dd>
          <Whatsapp isOn={contact.isOnWhatsapp} />
        </dd>
        <dt>{t('application:contact.last-login')}</dt>
        <dd className="num">
          {lastLogin ? t('application:contact.login', lastLogin) : t('application:contact.first-login')}
        </dd>
      </dl>
    </Card>
  )
}

function Email({ isVerified }: { isVerified: boolean }) {
  const t = useT()
  const verify = useApiAction('sendVerifyEmail')
  if (isVerified) return <Tag tone="done">{t('application:contact.verified')}</Tag>
  return (
    <>
      <Tag tone="warn">{t('application:contact.unverified')}</Tag>
      <Form name="verify-email" kind="quiet" submit={t('application:contact.verify')} send={verify.send}>
        <input type="hidden" name="intent" value="verify-email" />
      </Form>
    </>
  )
}

function Whatsapp({ isOn }: { isOn: boolean }) {
  const t = useT()
  const optIn = useApiAction('smsOnWhatsapp')
  const [hasOptedIn, setOptedIn] = useState(isOn)
  const send: Send = async (values) => {
    const sent = await optIn.send(values)
    if (sent !== 'native') setOptedIn(true)
    return sent
  }
  if (hasOptedIn) return <Tag tone="done">{t('application:contact.on')}</Tag>
  return (
    <>
      <Tag tone="wait">{t('application:contact.off')}</Tag>
      <Form name="whatsapp" kind="quiet" submit={t('application:contact.whatsapp-go')} send={send}>
        <input type="hidden" name="intent" value="whatsapp" />
      </Form>
    </>
  )
}
