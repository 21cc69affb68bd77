import { StepPage } from '#pages/parts/application/StepPage.tsx'
import { Banner } from '#pages/ui/data/Banner.tsx'
import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import styles from './page.module.css'
import type { load } from './page.server'

/** Step 1. A newcomer who has just registered sees the new Application ID above it. */
export default function Page() {
  return <StepPage notice={<Registered />} />
}

function Registered() {
  const { base, data } = useView<typeof load>()
  const t = useT()
  if (!data.registered) return null
  const { userId, title, note, print } = data.registered
  return (
    <Banner tone="ok" role="status" title={title}>
      <p className={styles.id}>
        {t('shell:application-id')} <b>{userId}</b>
      </p>
      {note} <a href={href(base, 'registration-success')}>{print}</a>
    </Banner>
  )
}
