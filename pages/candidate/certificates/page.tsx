import { Standing, StatusTag } from '../../certificates-parts/Standing'
import { filePlace } from '../../documents-parts/place'
import { UploadForm } from '../../documents-parts/UploadForm'
import { Banner } from '../../ui/Banner'
import { Breadcrumb } from '../../ui/Breadcrumb'
import { Card } from '../../ui/Card'
import { Countdown } from '../../ui/Countdown'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** Certificates awaited: each is sent here once it is there, also when the form is locked. */
export default function Page() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const title = t('shell:title.certificates')
  const { entries, isCgpa, dueAt } = data
  const isOpen = entries.some(({ closed }) => closed === null)
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title }]} />
      <h1>{title}</h1>
      <p className="lead">{t('certificates:awaited.lead')}</p>
      {isOpen && dueAt !== null && <Countdown until={dueAt} />}
      {entries.length === 0 && <Banner tone="info">{t('certificates:awaited.none')}</Banner>}
      {entries.map((entry) => {
        const name = t(`documents:kind.${entry.kind}`)
        return (
          <Card key={entry.kind} tone="narrow" title={name} place={filePlace(entry.kind)}>
            <div className="stack">
              <p>
                <StatusTag status={entry.status} isClosed={entry.closed !== null} />
              </p>
              <Standing entry={entry} />
              {entry.closed === null ? (
                <UploadForm kind={entry.kind} name={name} isReplacing={entry.file !== null} />
              ) : (
                <p>{entry.closed}</p>
              )}
            </div>
          </Card>
        )
      })}
      {isCgpa && (
        <p>
          <a href={href(base, 'graducation-marks-file')}>{t('shell:menu.graduation-marks')}</a>
        </p>
      )}
    </>
  )
}
