import { useEffect, useState } from 'react'
import { Tag } from '#pages/ui/data/Tag.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import type { Chance } from '#server/domain/seats/chances.ts'
import type { Head } from './head'

const tones = { likely: 'done', possible: 'wait', unlikely: 'todo' } as const

/**
 * The candidate's chance at a choice on a public page, worked out in their own browser; nothing without one. Visitors have
 * none, so what works it out is loaded only by those who do.
 */
export function PublicChance({ code, isBeyond = false }: { code: string; isBeyond?: boolean }) {
  const t = useT()
  const { chances, merit } = useView<() => { head: Pick<Head, 'chances' | 'merit'> | null }>().data.head ?? {}
  const [chance, setChance] = useState<Chance | null>(null)
  useEffect(() => {
    let isShown = true
    if (chances && merit) {
      void import('./chance-table')
        .then(({ chanceOf }) => chanceOf({ chances, merit }, code))
        .then((found) => isShown && setChance(found))
        .catch(() => null)
    }
    return () => {
      isShown = false
    }
  }, [chances, merit, code])
  const band = chance?.band ?? (isBeyond ? 'unlikely' : null)
  return band && <Tag tone={tones[band]}>{t(`bands:${band}`)}</Tag>
}
