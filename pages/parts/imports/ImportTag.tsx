import { Tag, type TagTone } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'

const tones = {
  preparing: 'wait',
  prepared: 'todo',
  published: 'done',
  discarded: 'warn',
  failed: 'fix',
} as const satisfies Partial<Record<ReleaseState, TagTone>>

/** The states of a file, in their order. */
export const importStates = Object.keys(tones) as (keyof typeof tones)[]

/** The state of a file that was read. */
export function ImportTag({ state }: { state: ReleaseState }) {
  const t = useT()
  const known = state as keyof typeof tones
  return <Tag tone={tones[known]}>{t(`imports:state.${known}`)}</Tag>
}
