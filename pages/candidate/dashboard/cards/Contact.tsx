import { useState } from 'react'
import { UnprovedEmail } from '#pages/parts/accounts/UnprovedEmail.tsx'
import { PushHere } from '#pages/parts/push/PushHere.tsx'
import type { Send } from '#pages/ui/browser/browser.ts'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useApiAction } from '#pages/ui/form/api-action.ts'
import { Form } from '#pages/ui/form/Form.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from '../page.server'

/** How the candidate is reached, in one row that opens. The buttons are forms, so they work without JavaScript. */
export function Contact() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { contact } = data
  return (
    <Disclosure
      kind="inline"
      summary={
        <>
          {t('application:contact.title')}
          <small>
            {contact.mobile}
            {!contact.isEmailVerified && ` · ${t('application:contact.email')}: ${t('signedin:email.unverified')}`}
          </small>
        </>
      }
    >
      <Facts
        layout="stacked"
        facts={[
          {
            label: t('application:contact.mobile'),
            value: (
              <>
                {contact.mobile}{' '}
                <a href={href(base, 'change-mobile')} aria-label={t('application:contact.change-mobile')}>
                  {t('application:contact.change')}
                </a>
                {contact.pending && <small>{t('application:contact.pending', contact.pending)}</small>}
              </>
            ),
          },
          {
            label: t('application:contact.email'),
            value: (
              <>
                <NetAddress of={contact.email} />{' '}
                {contact.isEmailVerified ? (
                  <Tag tone="done">{t('application:contact.verified')}</Tag>
                ) : (
                  <UnprovedEmail />
                )}
              </>
            ),
          },
          { label: t('application:contact.whatsapp'), value: <Whatsapp isOn={contact.isOnWhatsapp} /> },
          { label: t('push:title'), value: <PushHere push={contact.push} /> },
          { label: t('application:contact.receiver'), value: <Receiver /> },
          {
            label: t('application:contact.last-login'),
            value: contact.lastLogin
              ? t('application:contact.login', contact.lastLogin)
              : t('application:contact.first-login'),
          },
        ]}
      />
    </Disclosure>
  )
}

/** Who else gets the candidate's messages, and the page that changes it. */
function Receiver() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { receiver } = data.contact
  const words = receiver && { name: receiver.fullName, mobile: receiver.mobile }
  return (
    <>
      {words
        ? t(receiver.isConfirmed ? 'application:contact.receiver-on' : 'application:contact.receiver-asked', words)
        : t('application:contact.receiver-none')}{' '}
      <a href={href(base, 'second-receiver')}>
        {t(receiver ? 'application:contact.receiver-change' : 'application:contact.receiver-add')}
      </a>
    </>
  )
}

function Whatsapp({ isOn }: { isOn: boolean }) {
  const t = useT()
  const optIn = useApiAction('smsOnWhatsapp')
  const [hasJustOptedIn, setOptedIn] = useState(false)
  const hasOptedIn = isOn || hasJustOptedIn
  const send: Send = async (values) => {
    const sent = await optIn.send(values)
    if (sent !== 'native') setOptedIn(true)
    return sent
  }
  if (hasOptedIn) {
    return (
      <>
        <Tag tone="done">{t('application:contact.on')}</Tag>
        <Form name="whatsapp-off" kind="quiet" submit={t('application:contact.whatsapp-off')}>
          <input type="hidden" name="intent" value="whatsapp-off" />
        </Form>
      </>
    )
  }
  return (
    <>
      <Tag tone="wait">{t('application:contact.off')}</Tag>
      <Form name="whatsapp" kind="quiet" submit={t('application:contact.whatsapp-go')} send={send}>
        <input type="hidden" name="intent" value="whatsapp" />
      </Form>
    </>
  )
}
