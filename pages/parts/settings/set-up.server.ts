import { href } from '#pages/ui/href.ts'
import type { ImportKind } from '#server/domain/desk/imports.ts'
import {
  keptItems,
  type Missing,
  nextPart,
  type SetUpItem,
  type SetUpLine,
  valueItems,
} from '#server/domain/season/set-up.ts'
import type { CellRoute } from '#server/domain/terms/routes.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Translate } from '#server/i18n/page-text.ts'

/** What an item of the set-up misses, one line each. */
export const missingLines = (t: Translate, missing: readonly Missing[]): string[] =>
  missing.map(({ what, count, setting, examples }) => {
    const values = {
      ...(count !== undefined && { count }),
      ...(setting && { setting: t(`season:name.${setting}`) }),
      ...(examples !== undefined && { examples }),
    }
    // Settings with examples, counted or one by one.
    const words = what === 'example' && !setting ? 'examples' : what
    return t(`season:missing.${words}` as TextKey, values)
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

/** Are values of this item set on the page of all values together? */
const isSetTogether = ({ item, missing }: Pick<SetUpLine, 'item' | 'missing'>): boolean =>
  valueItems.some((one) => one === item) && missing.some(({ what }) => what === 'setting')

/**
 * Where an item is done: the page of all values, its setting, its file or its page; `href` null: on the page of the set-up
 * itself, which shows the next part first.
 */
export function nextOf(
  line: Pick<SetUpLine, 'item' | 'missing'>,
  cellBase: string,
  t: DeskPage['t'],
): { href: string | null; label: string } {
  const { item, missing } = line
  const label = t(`season:setup.item.${item}`)
  if (isSetTogether(line)) return { href: href(cellBase, 'set-up/values'), label: t('season:values.title') }
  const setting = missing.find((one) => one.setting)?.setting
  const isKept = keptItems.some((one) => one === item) && missing.length > 1
  if (setting && !isKept)
    return { href: href(cellBase, 'settings/:setting', { setting }), label: t(`season:name.${setting}`) }
  const kind = fileOf[item]
  if (kind) return { href: href(cellBase, 'imports/:kind', { kind }), label }
  const [page] = placeOf[item] ?? []
  return { href: page ? href(cellBase, page) : null, label }
}

/**
 * Where the guide goes on after an item: to the next one that misses something, beginning with the item itself; `isDone`: with the
 * one after it. The set-up if nothing is missing.
 */
export function afterPart(
  { services, cellBase, t }: Pick<DeskPage, 'services' | 'cellBase' | 't'>,
  item: SetUpItem,
  isDone = false,
): string {
  const lines = services.setUp.lines()
  const next = nextPart(lines, lines.findIndex((line) => line.item === item) + (isDone ? 1 : 0))
  return (next && nextOf(next, cellBase, t).href) ?? href(cellBase, 'set-up')
}

/** The item that a table's file does before the opening; null for any other table, and once the portal is open. */
export function itemOfFile({ services }: Pick<DeskPage, 'services'>, kind: ImportKind): SetUpItem | null {
  if (services.setUp.isOpened()) return null
  return (Object.keys(fileOf) as SetUpItem[]).find((item) => fileOf[item] === kind) ?? null
}
