import { Card } from '#pages/ui/data/Card.tsx'
import { TaskList } from '#pages/ui/data/TaskList.tsx'
import { Button } from '#pages/ui/form/Button.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { certificatePage } from '#server/domain/site/next-duties.ts'
import styles from '../page.module.css'
import type { load } from '../page.server'

/** The certificates that the candidate still has to upload, with the deadline; a button if this is the next act. */
export function CertificatesCard({ isNext }: { isNext: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  const [first] = data.certificates
  return (
    <Card tone={isNext ? 'next' : undefined} title={t('application:certificates.title')}>
      <div className={styles.next}>
        <div className="grow">
          <TaskList
            tasks={data.certificates.map((certificate) => ({
              title: t(`application:certificates.${certificate.kind}`),
              note: certificate.by && t('application:certificates.by', { by: certificate.by }),
              href: href(base, certificatePage(certificate.kind)),
              tag: certificate.isRejected
                ? { tone: 'fix', text: t('application:certificates.rejected') }
                : { tone: 'todo', text: t('application:certificates.wanted') },
            }))}
          />
        </div>
        {isNext && first && (
          <Button href={href(base, certificatePage(first.kind))}>{t('application:certificates.go')}</Button>
        )}
      </div>
    </Card>
  )
}
