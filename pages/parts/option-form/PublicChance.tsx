import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT } from '#pages/ui/view.ts'
import { useChance } from './chance-table'

const tones = { likely: 'done', possible: 'wait', unlikely: 'todo' } as const

/** The candidate's chance at a choice on a public page, worked out in their own browser; nothing without one. */
export function PublicChance({ code }: { code: string }) {
  const t = useT()
  const chance = useChance(code)
  return chance && <Tag tone={tones[chance.band]}>{t(`chances:${chance.band}`)}</Tag>
}
