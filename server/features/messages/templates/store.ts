import type { Database } from '#db/client.ts'
import { templateVersions } from '#db/schema/index.ts'
import type { MessageTemplate, Wording } from '#server/domain/messages/message-templates.ts'

/** `wording` null: the template's original. `madeAt`: the portal's clock. */
export type TemplateVersion = { id: number; wording: Wording | null; madeAt: number; madeBy: string }

export type TemplatesStore = ReturnType<typeof templatesStore>

/** The only writer of `template_versions`. Joins the caller's transaction. */
export function templatesStore({ orm, sqlite }: Database) {
  // Read for every message.
  const versions = sqlite.prepare<[MessageTemplate], Omit<TemplateVersion, 'wording'> & { wording: string | null }>(
    `SELECT v.id, v.wording, v.made_at AS madeAt, s.full_name AS madeBy
     FROM template_versions v JOIN staff s ON s.id = v.made_by WHERE v.template = ? ORDER BY v.id`,
  )
  return {
    /** Every version of a template, oldest first. */
    versions: (template: MessageTemplate): TemplateVersion[] =>
      versions.all(template).map(({ wording, ...row }) => ({
        ...row,
        wording: wording === null ? null : (JSON.parse(wording) as Wording),
      })),
    add: (row: { template: MessageTemplate; wording: Wording | null; madeAt: number; madeBy: number }): number =>
      orm
        .insert(templateVersions)
        .values({ ...row, wording: row.wording && JSON.stringify(row.wording) })
        .returning({ id: templateVersions.id })
        .get().id,
  }
}
