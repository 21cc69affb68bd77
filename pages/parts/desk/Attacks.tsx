import { Banner } from '#pages/ui/data/Banner.tsx'
import { useT } from '#pages/ui/view.ts'
import type { attacksOf } from './attacks'

/** Warns of strangers who try to get into accounts, with what there is to do. */
export function Attacks({ attacks }: { attacks: ReturnType<typeof attacksOf> }) {
  const t = useT()
  return attacks.map(({ on, time }) => (
    <Banner key={on} tone="warn" role="alert">
      {t(`health:${on}-alarm`, { time })}
    </Banner>
  ))
}
