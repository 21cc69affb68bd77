import path from 'node:path'
import type { Base } from '#server/features/base.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import { createFigures } from './figures/service'
import { figuresStore } from './figures/store'
import { createMachineTime } from './housekeeping/machine-time'
import { createHousekeeping } from './housekeeping/service'
import { housekeepingStore } from './housekeeping/store'
import { newestIn } from './identity/service'

/** What keeps a portal running: backups, checks, alarms to the cell, and the machine's time. */
export function composeOperations(base: Base, { messages }: MessagesArea) {
  const { config, clock, course, folder, db, log, siblings, audit } = base
  const store = housekeepingStore(db)
  const isDemo = config.mode === 'demo'
  const machineTime = createMachineTime({
    db,
    store,
    clock,
    isDemo,
    newest: () => newestIn(db),
    tellCell: messages.tellCell,
    record: audit.record,
    log,
    slug: course.slug,
  })
  const housekeeping = createHousekeeping({
    db,
    store,
    clock,
    folder,
    backups: { folder: path.join(config.backups.dir, course.slug), keep: config.backups.keep },
    process: siblings.name,
    isDemo,
    isTimeDoubted: machineTime.isDoubted,
    audit,
    tellCell: messages.tellCell,
    record: audit.record,
    log,
  })
  return { housekeeping, machineTime, figures: createFigures({ store: figuresStore(db), clock }) }
}

export type OperationsArea = ReturnType<typeof composeOperations>
