import type { Page } from '#server/features/index.ts'

export const texts = ['late'] as const

/** The institutes that are or were late with a return; numbers of cases, and nothing about a candidate. */
export function load({ services, named }: Page) {
  return { institutes: services.cancellation.late().map((one) => ({ ...one, institute: named(one.institute) })) }
}
