import { Card } from '../../ui/Card'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The cell, its helpline and its grievance officer. */
export default function Page() {
  const { data, course } = useView<typeof load>()
  const t = useT()
  const { phone, email, hours, officer } = data
  return (
    <>
      <h1>{t('shell:menu.contactus')}</h1>
      <p className="lead">{t('notices:contact.lead')}</p>
      <Card title={t('notices:contact.helpline')}>
        <dl className="facts">
          <dt>{t('notices:contact.phone')}</dt>
          <dd>
            <a className="num" href={phone.href}>
              {phone.text}
            </a>
          </dd>
          <dt>{t('notices:contact.email')}</dt>
          <dd>
            <a href={email.href}>{email.text}</a>
          </dd>
          <dt>{t('notices:contact.hours')}</dt>
          <dd className="num">{hours}</dd>
          <dt>{t('notices:contact.address')}</dt>
          <dd>
            {course.cellName}
            <br />
            {course.cellAddress}
          </dd>
        </dl>
        <p className="prose">{t('notices:contact.tell')}</p>
      </Card>
      <Card title={t('notices:contact.officer')}>
        <p>
          {officer.name}
          <br />
          <a href={officer.email.href}>{officer.email.text}</a>
        </p>
        <p className="lead">{t('notices:contact.officer-text')}</p>
      </Card>
    </>
  )
}
