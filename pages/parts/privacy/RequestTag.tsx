import type { RequestState } from '../../../server/domain/privacy/requests'
import { Tag, type TagTone } from '../../ui/data/Tag'
import { useT } from '../../ui/view'

const tones: Readonly<Record<RequestState, TagTone>> = { open: 'wait', done: 'done', refused: 'fix', withdrawn: 'todo' }

/** The state of a request about personal data. */
export function RequestTag({ state }: { state: RequestState }) {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`mydata:state.${state}`)}</Tag>
}
