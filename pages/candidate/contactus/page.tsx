import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { NetAddress } from '#pages/ui/data/NetAddress.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { load } from './page.server'

/** The cell, its helpline and its grievance officer. */
export default function Page() {
  const { base, data, course } = useView<typeof load>()
  const t = useT()
  const { phone, email, hours, officer } = data
  return (
    <>
      <h1>{t('shell:menu.contactus')}</h1>
      <p className="lead">{t('contact:lead')}</p>
      <Card title={t('contact:helpline')}>
        <Facts
          facts={[
            { label: t('contact:phone'), value: <Telephones of={phone.text} /> },
            {
              label: t('contact:email'),
              value: (
                <a href={email.href}>
                  <NetAddress of={email.text} />
                </a>
              ),
            },
            { label: t('contact:hours'), value: hours },
            {
              label: t('contact:address'),
              value: (
                <>
                  {course.cellName}
                  <br />
                  {course.cellAddress}
                </>
              ),
            },
          ]}
        />
        <p className="prose">{t('contact:tell')}</p>
      </Card>
      <Card title={t('contact:officer')}>
        <p>
          {officer.name}
          <br />
          <a href={officer.email.href}>
            <NetAddress of={officer.email.text} />
          </a>
        </p>
        <p className="lead">{t('contact:officer-text')}</p>
        <p>
          <a href={href(base, 'complaints')}>{t('contact:complaints')}</a>
        </p>
      </Card>
    </>
  )
}
