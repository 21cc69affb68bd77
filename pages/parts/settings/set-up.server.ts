import { href } from '#pages/ui/href.ts'
import type { ImportKind } from '#server/domain/desk/imports.ts'
import { keptItems, type Missing, type SetUpItem, type SetUpLine } from '#server/domain/season/set-up.ts'
import type { CellRoute } from '#server/domain/terms/routes.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What an item of the set-up misses, one line each. */
export const missingLines = (t: Translate, missing: readonly Missing[]): string[] =>
  missing.map(({ what, count, setting }) => {
    const values = {
      ...(count !== undefined && { count }),
      ...(setting && { setting: t(`season:name.${setting}`) }),
    }
    return t(`season:missing.${what}` as TextKey, values)
  })

/** The pages on which an item is done, for items without settings of their own. */
export const placeOf: Partial<Record<SetUpItem, readonly CellRoute[]>> = {
  dates: ['schedule'],
  centres: ['centres', 'imports'],
  institutes: ['seat-matrix', 'imports'],
  officers: ['staff', 'imports'],
  documents: ['downloads'],
  templates: ['message-ids', 'templates'],
}

/** The table by whose file an item is done. */
const fileOf: Partial<Record<SetUpItem, ImportKind>> = {
  centres: 'centres',
  officers: 'staff',
  templates: 'message-ids',
}

/** The first setting that an item misses, its file, its page, or its place in the list. */
export function nextOf(
  { item, missing }: SetUpLine,
  cellBase: string,
  t: DeskPage['t'],
): { href: string; label: string } {
  const setting = missing.find((one) => one.setting)?.setting
  const isKept = keptItems.some((one) => one === item) && missing.length > 1
  if (setting && !isKept)
    return { href: href(cellBase, 'settings/:setting', { setting }), label: t(`season:name.${setting}`) }
  const label = t(`season:setup.item.${item}`)
  const [page] = missing.some(({ what }) => what === 'look') ? [] : (placeOf[item] ?? [])
  const kind = fileOf[item]
  if (kind) return { href: href(cellBase, 'imports/:kind', { kind }), label }
  return { href: page && !isKept ? href(cellBase, page) : `${href(cellBase, 'set-up')}#${item}`, label }
}

/**
 * Where the guide goes on after an item: to the next one that misses something, beginning with the item itself; `isDone`: with the
 * one after it. The list if nothing is missing.
 */
export function afterPart(
  { services, cellBase, t }: Pick<DeskPage, 'services' | 'cellBase' | 't'>,
  item: SetUpItem,
  isDone = false,
): string {
  const lines = services.setUp.lines()
  const from = lines.findIndex((line) => line.item === item) + (isDone ? 1 : 0)
  const next = [...lines.slice(from), ...lines.slice(0, from)].find(({ missing }) => missing.length > 0)
  return next ? nextOf(next, cellBase, t).href : href(cellBase, 'set-up')
}

/** The item that a table's file does before the opening; null for any other table, and once the portal is open. */
export function itemOfFile({ services }: Pick<DeskPage, 'services'>, kind: ImportKind): SetUpItem | null {
  if (services.setUp.isOpened()) return null
  return (Object.keys(fileOf) as SetUpItem[]).find((item) => fileOf[item] === kind) ?? null
}
