import { Card } from '#pages/ui/data/Card.tsx'
import { TaskList } from '#pages/ui/data/TaskList.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import { certificatePage } from '#server/domain/site/next-duties.ts'
import type { load } from '../page.server'

/** The certificates that the candidate still has to upload, with their deadlines. */
export function CertificatesCard() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Card title={t('application:certificates.title')}>
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
    </Card>
  )
}
