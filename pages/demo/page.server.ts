import type { PersonaCard } from '#server/demo/demo.ts'
import type { DemoPhase } from '#server/demo/phases.ts'
import type { Page } from '#server/features/index.ts'
import type { OutboxMessage } from '#server/features/messages/messages/service.ts'

export const texts = ['demo'] as const
export const title = ({ t }: Page) => t('demo:title')

/** The view that the demo gives to its page. `now`: epoch milliseconds by the portals' clock. */
export type DemoView = {
  personas: readonly PersonaCard[]
  outbox: readonly OutboxMessage[]
  now: number
  phase: DemoPhase
  phases: readonly DemoPhase[]
  password: string
}
