import { askedOf } from '#server/kernel/lists.ts'
import type { TestPortal } from './portal'

/** The newest lines of the audit log, as the desk's list finds them. */
export function auditLines({ services }: Pick<TestPortal, 'services'>, search: Record<string, string> = {}) {
  const { shape, piece } = services.audit.list
  return piece(undefined, askedOf(shape, search)).rows
}
