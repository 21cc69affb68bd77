import type { ReactNode } from 'react'

const tagTones = ['done', 'todo', 'wait', 'fix', 'warn'] as const
export type TagTone = (typeof tagTones)[number]

/** A status in words and colour. */
export const Tag = ({ tone, children }: { tone: TagTone; children: ReactNode }) => (
  <span className={`tag ${tone}`}>{children}</span>
)
