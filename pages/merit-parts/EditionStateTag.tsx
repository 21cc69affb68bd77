import type { EditionState } from '../../server/domain/merit-lists'
import { Tag, type TagTone } from '../ui/Tag'
import { useT } from '../ui/view'

const tones: Record<EditionState, TagTone> = {
  preparing: 'wait',
  prepared: 'todo',
  released: 'wait',
  published: 'done',
  discarded: 'warn',
}

export const EditionStateTag = ({ state }: { state: EditionState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`merit:state.${state}`)}</Tag>
}
