import { href } from '#pages/ui/href.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { type ListRow, type ShownList, searchOf, writtenPlace } from '#server/kernel/lists.ts'

type Listed = Parameters<typeof href>[1]

/** The columns that name an institute or a course of the seat matrix. */
const placeColumns = ['institute', 'course', 'name']

/** A list of the desk as the address asks for it: its rows, and the links to every other view of it. */
export function listView<Row extends ListRow>(page: DeskPage, list: ShownList<DeskPage['actor'], Row>) {
  const { services, actor, cellBase, t, named } = page
  const { shape } = list
  const asked = page.asked(shape)
  const search = searchOf(shape, asked)
  const { rows, next } = list.piece(actor, asked)
  const places = shape.columns.filter(({ key, kind }) => kind === 'written' && placeColumns.includes(key))
  const to = (more: Record<string, string>) => href(cellBase, shape.list as Listed, undefined as never, more)
  const { sort: _, ...unsorted } = search
  return {
    name: shape.list,
    search: new URLSearchParams(search).toString(),
    filters: asked.filters,
    order: search.sort ?? null,
    sortedBy: asked.sort,
    size: String(asked.size),
    columns: shape.columns.map(({ key, kind, isSortable, needsRoom }) => {
      const isBy = asked.sort === key
      return {
        key,
        kind,
        title: t(`list:column.${key}` as TextKey),
        isShown: asked.columns.includes(key),
        needsRoom: needsRoom && search.columns === undefined,
        sort: isSortable
          ? {
              href: to({ ...unsorted, sort: isBy && !asked.isDescending ? `-${key}` : key }),
              order: isBy ? (asked.isDescending ? ('descending' as const) : ('ascending' as const)) : null,
            }
          : undefined,
      }
    }),
    rows: rows.map(
      (row) =>
        ({
          ...row,
          ...Object.fromEntries(places.map(({ key }) => [key, named(row[key] as string | null | undefined)])),
        }) as Row,
    ),
    first: asked.after === null ? null : to(search),
    next: next && to({ ...search, after: writtenPlace(next) }),
    views: services.deskLists
      .views(actor, shape.list)
      .map(({ name, search }) => ({ name, href: to(Object.fromEntries(new URLSearchParams(search))) })),
  }
}

export type ListData<Row extends ListRow = ListRow> = Omit<ReturnType<typeof listView>, 'rows'> & {
  rows: readonly Row[]
}
