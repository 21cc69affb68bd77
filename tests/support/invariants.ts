import { readFileSync } from 'node:fs'
import path from 'node:path'
import { asOne, type Broken, brokenBooks, counted, differences, type Pool } from '#server/demo/books.ts'
import { booksStore } from '#server/demo/store.ts'
import type { AllotmentInput, AllotmentResult } from '#server/domain/terms/allotment-format.ts'
import type { Services } from '#server/features/index.ts'
import { auditStore } from '#server/features/operations/audit/store.ts'
import { verifyLog } from '#server/features/operations/audit/verify.ts'
import { command } from '#server/features/seats/allotment/commands.ts'

/**
 * Each dossier holds, and each round offers every seat that nobody keeps: its input has the matrix without the seats
 * that are final or held after a conversion, and its result gives each seat out or reports it vacant.
 */
async function dossierFaults(portal: Services, isJustPublished: boolean): Promise<Broken> {
  const broken: Broken = []
  const runs = portal.db.sqlite
    .prepare<[], { round: number; hash: string }>(
      "SELECT round, result_hash AS hash FROM allotment_runs WHERE state = 'published' ORDER BY round",
    )
    .all()
  for (const { round, hash } of runs) {
    const folder = path.join(portal.folder, 'dossiers', hash)
    const { code, lines } = command('verify-allotment', [folder], folder)
    if (code !== 0) broken.push(...lines)
    const read = (name: string) => JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))
    const [input, result] = [read('input') as AllotmentInput, read('result') as AllotmentResult]
    const stored = portal.db.sqlite
      .prepare<[number], Pool>(
        `SELECT a.choice_code AS choiceCode, coalesce(a.original_type, a.seat_type) AS seatType, 1 AS count
         FROM allotments a JOIN allotment_runs r ON r.id = a.run_id AND r.state = 'published'
         WHERE r.round = ? AND NOT (a.retained = 1 AND a.original_type IS NOT NULL)`,
      )
      .all(round)
    // A converted seat that its holder leaves for a better one comes back under its original type.
    const keeps = new Set(result.allotments.filter(({ retained }) => retained).map(({ id }) => id))
    const left = input.candidates.flatMap(({ id, holds }): Pool[] =>
      holds?.originalType && !keeps.has(id) ? [asOne(holds)] : [],
    )
    const offered = counted([...input.seats, ...left])
    broken.push(
      ...differences(`round ${round}, given out or vacant`, counted([...stored, ...result.vacancies]), offered),
    )
    if (round !== runs.at(-1)!.round || !isJustPublished) continue
    const { kept } = await portal.seatAcceptance.keptFor(round)
    const final = kept.filter(({ isFinal }) => isFinal).map(asOne)
    const held = input.candidates.flatMap(({ holds }) => (holds?.originalType ? [asOne(holds)] : []))
    const inHand = counted([...input.seats, ...final, ...held])
    broken.push(...differences(`round ${round}, the matrix`, inHand, counted(booksStore(portal.db).matrixOf(round))))
  }
  return broken
}

/**
 * What does not hold of the seats, the money and the audit log. `hasDossiers`: the product published the rounds, so the
 * dossier of each is checked too. `isJustPublished`: nothing has happened since the newest round.
 */
export const brokenInvariants = async (
  portal: Services,
  { hasDossiers = true, isJustPublished = false } = {},
): Promise<Broken> => [
  ...(await brokenBooks(portal)),
  ...(verifyLog(auditStore(portal.db)).isWhole ? [] : ['the audit log is broken']),
  ...(hasDossiers ? await dossierFaults(portal, isJustPublished) : []),
]
