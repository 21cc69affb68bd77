import type { Database } from '#db/client.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { type CellRule, cellRoutes } from '#server/domain/terms/routes.ts'
import { mayDo, type Officer } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import { byteOrderMark, type CsvCell, csvLine } from '#server/kernel/csv.ts'
import {
  askedOf,
  type ListAsked,
  type ListColumn,
  type ListRow,
  type ShownList,
  searchOf,
} from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { istOffset } from '#server/kernel/time.ts'
import { ListExport, ListView } from './schema'
import type { DeskListsStore } from './store'

type DeskListsDeps<Lists> = { db: Database; store: DeskListsStore; record: RecordAct; lists: Lists }

/** More views of one list than anybody tells apart. */
const mostViews = 20

/** A value as a spreadsheet sorts and adds it: times in India's time, amounts in rupees. */
const cellOf = ({ kind, key }: ListColumn, row: ListRow): CsvCell => {
  const value = row[key] ?? null
  if (typeof value !== 'number') return value
  if (kind === 'amount') return value / 100
  return kind === 'time' ? new Date(value + istOffset).toISOString().slice(0, 19).replace('T', ' ') : value
}

/** What every list of the desk has in common: a CSV of the view, and views that somebody saved. */
export function createDeskLists<Lists extends Readonly<Record<string, ShownList<Officer>>>>(
  deps: DeskListsDeps<Lists>,
) {
  const { db, store, record } = deps
  const lists: Readonly<Record<string, ShownList<Officer>>> = deps.lists

  /** A list that this person may open, and the view of it. Refusals: `unknown-list` (404), `list-forbidden` (403). */
  function open(
    { role }: Officer,
    { list: name, search = '' }: { list: string; search?: string },
  ): Result<{ list: ShownList<Officer>; asked: ListAsked }> {
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (!list) return refuse('unknown-list', 404)
    const rule = (cellRoutes as Readonly<Record<string, CellRule>>)[name]
    if (rule?.audience !== 'staff' || !mayDo(role, rule.permission)) return refuse('list-forbidden', 403)
    return ok({ list, asked: askedOf(list.shape, Object.fromEntries(new URLSearchParams(search))) })
  }

  return {
    lists: deps.lists,

    views: (actor: Officer, list: string) => store.views(actor.id, list),

    /** The rows of a view with the columns that it shows, for a spreadsheet; logs the export. */
    async exportView(actor: Officer, posted: unknown): Promise<Result<{ name: string; pieces: Iterable<string> }>> {
      const form = parseForm(ListExport, posted)
      if (!form.ok) return form
      const found = open(actor, form.value)
      if (!found.ok) return found
      const { list, asked } = found.value
      const columns = list.shape.columns.filter(({ key }) => asked.columns.includes(key))
      await list.ready?.()
      record(auditActor(actor), 'desk-lists.exported', {}, { list: list.shape.list, view: form.value.search ?? '' })
      function* pieces() {
        yield byteOrderMark + csvLine(columns.map(({ key }) => translate('en', `list:column.${key}` as TextKey)))
        for (const row of list.all(actor, asked)) yield csvLine(columns.map((column) => cellOf(column, row)))
      }
      return ok({ name: list.shape.list, pieces: pieces() })
    },

    /** Saves a view under a name, or deletes it; answers the list and the view to return to. */
    changeView(actor: Officer, posted: unknown): Result<{ list: string; search: Record<string, string> }> {
      const form = parseForm(ListView, posted)
      if (!form.ok) return form
      const { intent, name } = form.value
      return db.transact(() => {
        const found = open(actor, form.value)
        if (!found.ok) return found
        const { list, asked } = found.value
        const search = searchOf(list.shape, asked)
        const of = list.shape.list
        if (intent === 'delete') store.remove(actor.id, of, name)
        else {
          if (store.count(actor.id, of) >= mostViews) return refuse('views-full', 409)
          store.put({ staffId: actor.id, list: of, name, search: new URLSearchParams(search).toString() })
        }
        return ok({ list: of, search })
      })
    },
  }
}
