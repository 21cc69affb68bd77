import type { SaveState } from '../../../options-parts/autosave'
import { useT } from '../../../ui/view'

/** Whether what is seen is saved. `savedAt`: in words, from before this visit; null where nothing was saved. */
export function SavedLine({ state, savedAt }: { state: SaveState; savedAt: string | null }) {
  const t = useT()
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
    <p role="status" className={isBad ? 'saved-line bad' : 'saved-line'}>
      {text()}
    </p>
  )
}
