import { href } from '#pages/ui/href.ts'
import { isImportKind } from '#server/domain/desk/imports.ts'
import { ImportForm } from '#server/features/desk/imports/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { DataOf } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { refuse } from '#server/kernel/result.ts'

type Shown = DeskPage<'imports/:kind'>

export const texts = ['imports', 'files', 'unfit'] as const

/** How long the answer waits for a short file to be read, in milliseconds. */
const patience = 2000

/** One table: its columns and its files; null (404) for an unknown one. */
export function load({ services, actor, params, language }: Shown) {
  const { kind } = params
  if (!isImportKind(kind)) return null
  const table = services.imports.tableFor(actor, kind)
  if (!table.ok) return null
  return {
    kind,
    columns: table.value.columns.map(({ name, isRequired, example }) => ({
      name,
      example,
      isRequired: isRequired === true,
    })),
    files: services.imports.newest(actor, kind).map(({ id, fileName, state, preparedAt, preparedByName }) => ({
      id,
      kind,
      fileName,
      state,
      by: { name: preparedByName, time: formatDateTime(preparedAt, language) },
    })),
  }
}

export const title = ({ t }: Shown, data: DataOf<typeof load>): string => t(`imports:kind.${data.kind}`)

/** Reads a file; a long one goes on after the answer. */
export async function action(page: Shown) {
  const { services, actor, params } = page
  const form = page.form(ImportForm)
  if (!form.ok) return form
  const { kind } = params
  if (!isImportKind(kind)) return refuse('unknown-import', 404)
  const files = await page.files()
  if (!files.ok) return files
  const begun = await services.imports.begin(actor, kind, files.value, form.value.isWhole === true)
  if (!begun.ok) return begun
  const { id, finished } = begun.value
  let timer: NodeJS.Timeout | undefined
  await Promise.race([finished, new Promise((done) => (timer = setTimeout(done, patience)))])
  clearTimeout(timer)
  return page.redirect(href(page.cellBase, 'imports/:kind/:id', { kind, id: String(id) }))
}
