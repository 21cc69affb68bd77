import { Card } from '../../ui/data/Card'
import { TaskList } from '../../ui/data/TaskList'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import type { load } from './page.server'

/** The certificates that the candidate still has to upload, with the deadline. */
export function CertificatesCard({ isNext }: { isNext: boolean }) {
  const { base, data } = useView<typeof load>()
  const t = useT()
  return (
    <Card tone={isNext ? 'next' : undefined} title={t('application:certificates.title')}>
      <TaskList
        tasks={data.certificates.map(({ kind, isRejected, by }) => ({
          title: t(`application:certificates.${kind}`),
          note: by && t('application:certificates.by', { by }),
          href: href(base, kind === 'cgpa-conversion' ? 'graducation-marks-file' : 'certificates'),
          tag: isRejected
            ? { tone: 'fix', text: t('application:certificates.rejected') }
            : { tone: 'todo', text: t('application:certificates.wanted') },
        }))}
      />
    </Card>
  )
}
