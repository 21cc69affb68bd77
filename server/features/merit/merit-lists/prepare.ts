import { type MeritStage, mayPrepare, meritLists } from '#server/domain/merit/lists.ts'
import { meritWords } from '#server/domain/merit/table.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Preparation } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { translate } from '#server/i18n/texts.ts'
import { ok, type Result } from '#server/kernel/result.ts'
import type { MeritListsDeps } from './deps'
import type { Editions } from './editions'
import type { NewEdition } from './schema'

/** After each slice of entries pages get this multiple of its time. */
const pauseFactor = 3
/** The ranking of an edition, in a thread and in slices. Source: rules §7.2. */
export function createMeritPreparation(
  { db, store, clock, course, rankings, record, pause }: MeritListsDeps,
  { predecessor, release }: Editions,
) {
  /** Ranks and writes an edition, in slices between which pages get their turn. */
  async function write(preparation: Preparation, editionId: number, stage: MeritStage): Promise<void> {
    const source = db.sqlite.memory ? db.sqlite.serialize() : db.sqlite.name
    const previous = predecessor(stage)
    const { messages, next } = rankings.start({
      source,
      criteria: course.merit,
      eligibility: course.form.eligibility,
      previous,
      words: meritWords((key) => translate('en', `meritpages:${key}`)),
    })
    let ready: { fingerprint: string; files: string; report: string } | null = null
    let written = 0
    let entries = 0
    for await (const message of messages) {
      if (message.kind === 'read') {
        if (!preparation.at('reading', message.read, message.of)) return
      } else if (message.kind === 'ranked') {
        const { fingerprint, files, mark, report } = message
        ready = { fingerprint, files: JSON.stringify(files), report: JSON.stringify({ ...report, mark }) }
        entries = meritLists.reduce((sum, list) => sum + report.counts[list], 0)
        next()
      } else if (message.kind === 'entries') {
        const begun = performance.now()
        const isKept = db.transactUnflushed(() => {
          if (preparation.isOurs()) store.addEntries(editionId, message.rows)
          return preparation.isOurs()
        })
        if (!isKept) return
        written += message.rows.length
        preparation.at('writing', written, entries)
        await pause(pauseFactor * (performance.now() - begun))
        next()
      } else {
        db.transact(() => {
          if (preparation.isOurs() && release.move(editionId, 'ready')) store.change(editionId, ready!)
        })
      }
    }
  }

  return {
    /**
     * Begins the next edition of a stage and returns its number at once. The demo and tests await `finished` in the
     * outcome.
     */
    prepare(actor: StaffMember, { stage, reason: given }: NewEdition): Result<{ id: number; finished: Promise<void> }> {
      const reason = given ?? null
      const added = db.transact((): Result<number> => {
        const standing = store.standing()
        const may = mayPrepare(stage, reason, standing)
        if (!may.ok) return may
        const number = 1 + Math.max(0, ...standing.filter((one) => one.stage === stage).map((one) => one.number))
        const id = store.add({
          stage,
          number,
          state: 'preparing',
          reason: number === 1 ? null : reason,
          preparedAt: clock.portal(),
          preparedBy: actor.id,
          fingerprint: '',
          report: '{}',
        })
        release.begin(id)
        record(auditActor(actor), 'merit-lists.prepared', { of: `merit-list:${id}` }, { stage, number })
        return ok(id)
      })
      if (!added.ok) return added
      const id = added.value
      return ok({ id, finished: release.prepare(id, (preparation) => write(preparation, id, stage)) })
    },
  }
}
