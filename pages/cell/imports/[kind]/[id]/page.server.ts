import { afterPart, itemOfFile } from '#pages/parts/settings/set-up.server.ts'
import { href } from '#pages/ui/href.ts'
import { type ImportChange, importChanges, isImportKind } from '#server/domain/desk/imports.ts'
import { ImportAct } from '#server/features/desk/imports/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

type Shown = DeskPage<'imports/:kind/:id'>

export const texts = ['imports'] as const

/** Changes on a page. */
const pageSize = 50

const isChange = (text: unknown): text is ImportChange => (importChanges as readonly unknown[]).includes(text)

/** A file with its report and its changes (`?change=gone&after=50`); null (404) for an unknown one. */
export function load(page: Shown) {
  const { services, actor, params, query, language } = page
  const { kind } = params
  const found = isImportKind(kind) ? services.imports.view(actor, kind, page.params.id) : null
  if (!found?.ok) return null
  const { id, fileName, hash, isWhole, state, lines, unchanged, faultCount, faults, counts } = found.value
  const { progress, needsSecondPerson, mayApply, preparedAt, preparedByName, decidedAt, decidedByName } = found.value
  const kinds = importChanges.filter((change) => counts[change] > 0)
  const shown = isChange(query.change) ? query.change : (kinds[0] ?? null)
  const after = writtenNumber(query.after) ?? 0
  const changes = shown ? services.imports.changes(id, shown, after, pageSize + 1) : []
  const listed = changes.slice(0, pageSize)
  const touched = services.imports.touched(found.value)
  const countsCandidates = touched !== null && shown !== 'new'
  const time = (at: number) => formatDateTime(at, language)
  return {
    id,
    kind: found.value.kind,
    fileName,
    hash,
    isWhole,
    state,
    counts: { ...counts, lines, unchanged },
    faultCount,
    faults,
    percent: progress && Math.floor((100 * progress.done) / Math.max(1, progress.total)),
    needsSecondPerson,
    mayApply,
    read: { name: preparedByName, time: time(preparedAt) },
    decided: decidedAt === null ? null : { name: decidedByName ?? '', time: time(decidedAt) },
    kinds,
    shown,
    isFirst: after === 0,
    changes: listed.map((change) => ({ ...change, touched: countsCandidates ? touched.of(change.key) : null })),
    countsCandidates,
    booked: touched?.booked ?? null,
    next: changes.length > pageSize ? changes[pageSize - 1]!.number : null,
  }
}

export const title = (_page: Shown, data: DataOf<typeof load>): string => data.fileName

/** Puts the file in force, or gives it up. */
export function action(page: Shown) {
  const { services, actor, params, cellBase } = page
  const form = page.form(ImportAct)
  if (!form.ok) return form
  const { kind } = params
  if (!isImportKind(kind)) return refuse('unknown-import', 404)
  const isApplied = form.value.intent === 'apply'
  const done = isApplied
    ? services.imports.apply(actor, kind, page.params.id, form.value.checked === true)
    : services.imports.discard(actor, kind, page.params.id)
  if (!done.ok) return done
  const item = itemOfFile(page, kind)
  return isApplied
    ? page.redirect(item ? afterPart(page, item) : page.address, { type: 'success', key: 'imports:flash.applied' })
    : page.redirect(href(cellBase, 'imports/:kind', { kind }), { type: 'info', key: 'imports:flash.discarded' })
}
