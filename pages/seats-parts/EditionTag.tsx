import { Tag, type TagTone } from '../ui/Tag'
import { useT } from '../ui/view'

const tones = { imported: 'wait', 'in-force': 'done', published: 'todo', discarded: 'todo' } as const satisfies Record<
  string,
  TagTone
>

/** How an edition of the seat matrix stands. */
export function EditionTag({ state }: { state: keyof typeof tones }) {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`seats:state.${state}`)}</Tag>
}
