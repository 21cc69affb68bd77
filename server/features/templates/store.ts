import { asc, eq } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { staff, templateVersions } from '../../../db/schema'
import type { MessageTemplate, Wording } from '../../domain/message-templates'

/** `wording` null: the template's own words. `madeAt`: the portal's clock. */
export type TemplateVersion = { id: number; wording: Wording | null; madeAt: number; madeBy: string }

export type TemplatesStore = ReturnType<typeof templatesStore>

/** The only writer of `template_versions`. */
export function templatesStore({ orm }: Database) {
  /** Every message asks for them, so they are read once. All that writes them must drop this. */
  let kept: Map<string, TemplateVersion[]> | null = null
  function readVersions() {
    const byTemplate = new Map<string, TemplateVersion[]>()
    const rows = orm
      .select({
        id: templateVersions.id,
        template: templateVersions.template,
        wording: templateVersions.wording,
        madeAt: templateVersions.madeAt,
        madeBy: staff.fullName,
      })
      .from(templateVersions)
      .innerJoin(staff, eq(staff.id, templateVersions.madeBy))
      .orderBy(asc(templateVersions.id))
      .all()
    for (const { template, wording, ...row } of rows) {
      const version = { ...row, wording: wording === null ? null : (JSON.parse(wording) as Wording) }
      byTemplate.set(template, [...(byTemplate.get(template) ?? []), version])
    }
    return byTemplate
  }
  return {
    /** Every version of a template, oldest first. */
    versions(template: MessageTemplate): readonly TemplateVersion[] {
      kept ??= readVersions()
      return kept.get(template) ?? []
    },
    add(row: { template: MessageTemplate; wording: Wording | null; madeAt: number; madeBy: number }): number {
      kept = null
      return orm
        .insert(templateVersions)
        .values({ ...row, wording: row.wording && JSON.stringify(row.wording) })
        .returning({ id: templateVersions.id })
        .get().id
    },
  }
}
