import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { RequestState } from '#server/domain/privacy/requests.ts'

const tones: Readonly<Record<RequestState, TagTone>> = { open: 'wait', done: 'done', refused: 'fix', withdrawn: 'todo' }

/** The state of a request about personal data. */
export function RequestTag({ state }: { state: RequestState }) {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`mydata:state.${state}`)}</Tag>
}
