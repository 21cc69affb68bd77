import { href } from '#pages/ui/href.ts'
import { Breadcrumb } from '#pages/ui/shell/Breadcrumb.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import styles from './step.module.css'

/** The head of a step: its place among the nine in words and as a bar, and its title. */
export function StepHead({ step, title }: { step: StepNumber; title: string }) {
  const { base } = useView()
  const t = useT()
  const place = t('signedin:step', { step: step + 1 })
  return (
    <>
      <Breadcrumb trail={[{ title: t('shell:menu.dashboard'), href: href(base, 'dashboard') }, { title: place }]} />
      <h1>{title}</h1>
      <progress className={styles.place} max={steps.length} value={step + 1} aria-label={place} />
    </>
  )
}
