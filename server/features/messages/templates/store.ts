import { asc } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { templateVersions } from '#db/schema/index.ts'
import type { MessageTemplate, Wording } from '#server/domain/messages/message-templates.ts'

/** `wording` null: the template's original. `madeAt`: the portal's clock. */
export type TemplateVersion = { id: number; wording: Wording | null; madeAt: number; madeBy: string }

export type TemplatesStore = ReturnType<typeof templatesStore>

/** The only writer of `template_versions`. Joins the caller's transaction. */
export function templatesStore({ orm, sqlite, kept }: Database) {
  const everyVersion = sqlite.prepare<
    [],
    Omit<TemplateVersion, 'wording'> & { template: MessageTemplate; wording: string | null }
  >(
    `SELECT v.template, v.id, v.wording, v.made_at AS madeAt, s.full_name AS madeBy
     FROM template_versions v JOIN staff s ON s.id = v.made_by ORDER BY v.id`,
  )
  // Read for every message, and few.
  const versions = kept(() => {
    const found = new Map<MessageTemplate, TemplateVersion[]>()
    for (const { template, wording, ...row } of everyVersion.all()) {
      const own = found.get(template) ?? []
      found.set(template, own)
      own.push({ ...row, wording: wording === null ? null : (JSON.parse(wording) as Wording) })
    }
    return found
  })
  const newest = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM template_versions').pluck()
  return {
    /** The newest version of any template; 0 without one. */
    newest: (): number => newest.get()!,
    /** Every version of a template, oldest first. */
    versions: (template: MessageTemplate): readonly TemplateVersion[] => versions.get().get(template) ?? [],
    add(row: { template: MessageTemplate; wording: Wording | null; madeAt: number; madeBy: number }): number {
      const { id } = orm
        .insert(templateVersions)
        .values({ ...row, wording: row.wording && JSON.stringify(row.wording) })
        .returning({ id: templateVersions.id })
        .get()
      versions.drop()
      return id
    },
  }
}

/** The newest wording of each message that the cell has given one; null: its own again. For those who only read. */
export const newestWordings = ({ orm }: Pick<Database, 'orm'>): Map<string, Wording | null> =>
  new Map(
    orm
      .select()
      .from(templateVersions)
      .orderBy(asc(templateVersions.id))
      .all()
      .map(({ template, wording }) => [template, wording === null ? null : (JSON.parse(wording) as Wording)]),
  )
