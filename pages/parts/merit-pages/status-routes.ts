import type { MeritStage } from '#server/domain/merit/lists.ts'

/** The routes of each stage's look-up and of its printed result. */
export const statusRoutes = {
  provisional: { status: 'meritstatus/provisional-merit', print: 'meritstatus/provisional-merit/print/:userId' },
  final: { status: 'meritstatus/final-merit', print: 'meritstatus/final-merit/print/:userId' },
} as const satisfies Record<MeritStage, object>
