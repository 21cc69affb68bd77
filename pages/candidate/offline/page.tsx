import { Card } from '#pages/ui/data/Card.tsx'
import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Telephones } from '#pages/ui/data/Telephones.tsx'
import { Timeline } from '#pages/ui/data/Timeline.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { KeepHere } from './KeepHere'
import type { load } from './page.server'

/** The dates, and the candidate's own papers, for a time without a network. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const { seenAt, dates, contact, own } = data
  return (
    <>
      <h1>{t('shell:title.offline')}</h1>
      <p className="lead">{t('offline:lead', { time: seenAt })}</p>
      {own && <Own />}
      <Card title={t('offline:dates')}>
        {dates.length > 0 ? <Timeline moments={dates} /> : <p>{t('notices:dates.none')}</p>}
      </Card>
      <Card title={t('offline:help')}>
        <p>
          <Telephones of={contact.phone.text} />, {contact.hours}
        </p>
      </Card>
      <p className="lead">
        <a href={href(base, 'home')}>{t('offline:again')}</a>
      </p>
    </>
  )
}

/** The candidate's application and papers, and the choice to keep them on this device. */
function Own() {
  const { data } = useView<typeof load>()
  const t = useT()
  const { userId, fullName, sections, papers } = data.own!
  return (
    <Card title={t('offline:own')}>
      <Facts
        facts={[
          { label: t('shell:application-id'), value: userId },
          { label: t('offline:name'), value: fullName, isWritten: true },
        ]}
      />
      {sections?.map(({ step, title, rows }) => (
        <Disclosure key={step} summary={title}>
          <Facts facts={rows.map(({ label, value }) => ({ label, value, isWritten: true }))} />
        </Disclosure>
      ))}
      {papers.length > 0 && (
        <>
          <h3>{t('offline:papers')}</h3>
          <ul className="plain">
            {papers.map((paper) => (
              <li key={paper.href}>
                <a href={paper.href}>{paper.title}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <KeepHere />
    </Card>
  )
}
