import type { Autosave } from '#pages/parts/option-form/autosave.ts'
import { useLive } from '#pages/ui/browser/live.ts'
import { classNames } from '#pages/ui/class-names.ts'
import { useT } from '#pages/ui/view.ts'
import styles from './page.module.css'

/**
 * Shows if the list on screen is saved. `savedAt`: the last save before this visit, as formatted text; null if none.
 */
export function SavedLine({ auto, savedAt }: { auto: Autosave; savedAt: string | null }) {
  const t = useT()
  const state = useLive(auto.state, (now) => now)
  const text = () => {
    switch (state.kind) {
      case 'as-loaded':
        return savedAt ? t('options:saved.before', { at: savedAt }) : t('options:saved.never')
      case 'waiting':
      case 'saving':
        return t('options:saved.saving')
      case 'saved':
        return t('options:saved.now')
      case 'unanswered':
        return t('options:saved.unanswered')
      case 'stale':
        return t('options:saved.stale')
      case 'refused':
        return t('options:saved.refused', { why: state.message })
    }
  }
  const isBad = ['unanswered', 'stale', 'refused'].includes(state.kind)
  return (
    <p role="status" className={classNames(styles.saved, isBad && styles.bad)}>
      {text()}
    </p>
  )
}
