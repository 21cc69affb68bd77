import type { TextKey } from '#server/i18n/keys.ts'

/** The sections of each policy, with the number of points of each. */
const sections = {
  accessibility: { can: 6, checks: 2, limits: 2, help: 2 },
  'copyright-policy': { use: 2, not: 3 },
  'hyperlinking-policy': { out: 3, in: 2 },
  'archival-policy': { pages: 3, results: 2, people: 1 },
} as const

export type PolicyName = keyof typeof sections

/** The sections of a policy, in order: their names and the keys of their titles. */
export const sectionsOf = (of: PolicyName): { name: string; title: TextKey }[] =>
  Object.keys(sections[of]).map((name) => ({ name, title: `policies:${of}.${name}` as TextKey }))

/** The keys of a section's points. */
export const pointsOf = (of: PolicyName, name: string): TextKey[] => {
  const count = (sections[of] as Readonly<Record<string, number>>)[name] ?? 0
  return Array.from({ length: count }, (_, place) => `policies:${of}.${name}-${place + 1}` as TextKey)
}
