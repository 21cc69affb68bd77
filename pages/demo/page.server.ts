import type { PersonaCard, TourStop } from '#server/demo/demo.ts'
import type { DemoPhase } from '#server/demo/phases.ts'
import type { Page } from '#server/features/index.ts'
import type { OutboxMessage } from '#server/features/messages/messages/service.ts'
import type { Bilingual } from '#server/kernel/languages.ts'

export const texts = ['demo'] as const
export const title = ({ t }: Page) => t('demo:title')

/** The view that the demo gives to its page. `now`: epoch milliseconds by the portals' clock. */
export type DemoView = {
  stops: readonly (TourStop & { isSeen: boolean })[]
  /** The people of `course` that `q` finds. */
  personas: readonly PersonaCard[]
  courses: readonly { slug: string; title: Bilingual; count: number }[]
  course: string
  q: string
  outbox: readonly OutboxMessage[]
  now: number
  phase: DemoPhase
  phases: readonly DemoPhase[]
  password: string
}
