import { StepForm } from '#pages/parts/application/StepForm.tsx'
import styles from '#pages/parts/application/step.module.css'
import { VisitDocuments } from '#pages/parts/centre/VisitDocuments.tsx'
import { Panes } from '#pages/parts/viewer/Panes.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { show } from './page.server'

/** A step that the centre fills in for the candidate. This device keeps none of it. */
export default function Page() {
  const { cellBase, data } = useView<typeof show>()
  const t = useT()
  const { userId, fullName, slug, closed, documents } = data
  return (
    <Panes
      head={
        <>
          <Breadcrumb
            trail={[
              { title: t('staff:menu.appointments'), href: href(cellBase, 'appointments') },
              { title: userId, href: href(cellBase, 'centre/:userId', { userId }) },
            ]}
          />
          <h1>{t(`signedin:menu.${slug}`)}</h1>
          <p>
            {t('centres:edit.for', { name: fullName, userId })} {t('centres:edit.you')}
          </p>
        </>
      }
      acts={null}
      documents={<VisitDocuments userId={userId} documents={documents} />}
    >
      {closed === null ? (
        <div className={styles.page}>
          <StepForm isOwn={false} />
        </div>
      ) : (
        <Banner tone="warn" title={t('steps:closed.title')}>
          {closed}
        </Banner>
      )}
    </Panes>
  )
}
