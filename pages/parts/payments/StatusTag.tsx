import { Icon, type IconName } from '#pages/ui/data/Icon.tsx'
import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Standing } from './attempts'
import styles from './payments.module.css'

const looks: Record<Standing, { tone: TagTone; icon: IconName }> = {
  created: { tone: 'todo', icon: 'money' },
  pending: { tone: 'warn', icon: 'clock' },
  captured: { tone: 'done', icon: 'step' },
  failed: { tone: 'fix', icon: 'close' },
  returned: { tone: 'fix', icon: 'back' },
  expired: { tone: 'wait', icon: 'close' },
  'going-back': { tone: 'warn', icon: 'back' },
  refunded: { tone: 'wait', icon: 'back' },
  unclear: { tone: 'fix', icon: 'clock' },
}

/** The status of an attempt as an icon and a word, never as a colour alone. */
export function StatusTag({ standing }: { standing: Standing }) {
  const t = useT()
  const { tone, icon } = looks[standing]
  return (
    <Tag tone={tone}>
      <span className={styles.status}>
        <Icon name={icon} />
        {t(`payments:status.${standing}`)}
      </span>
    </Tag>
  )
}
