import type { TestPortal } from './portal'

/** Gives a preparation to another process that reported a moment ago. */
export const elsewhere = ({ services: { db }, clock }: TestPortal, kind: string, subject: number): void =>
  void db.sqlite
    .prepare(
      `INSERT INTO preparations (kind, subject, owner, step, done, total, beat_at)
       VALUES (?, ?, 'another process', 'reading', 1, 4, ?)`,
    )
    .run(kind, subject, clock.real())
