import { asc, desc, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../../db/client'
import { publicFiles, settings } from '../../../db/schema/content'
import type { CellSetting, CellSettings, SettingVersion } from '../../domain/portal/cell-settings'
import type { Bilingual } from '../../kernel/languages'

/** A public PDF. `address`: the fixed name that it is served at, or null. */
export type PublicFile = {
  id: number
  address: string | null
  title: Bilingual
  hash: string
  bytes: number
  publishedAt: number
  withdrawnAt: number | null
}

export type ContentStore = ReturnType<typeof contentStore>

/** The cell's settings and public files. The only writer of their tables. */
export function contentStore({ orm, kept }: Database) {
  const settingsByKey = kept(() => {
    const byKey = new Map<string, SettingVersion<CellSetting>[]>()
    for (const { key, value, ...row } of orm.select().from(settings).orderBy(asc(settings.id)).all()) {
      byKey.set(key, [...(byKey.get(key) ?? []), { ...row, value: JSON.parse(value) }])
    }
    return byKey
  })
  return {
    /** Every version of a setting, oldest first. */
    versions<K extends CellSetting>(key: K): readonly SettingVersion<K>[] {
      return (settingsByKey.get().get(key) ?? []) as SettingVersion<K>[]
    },
    addSetting<K extends CellSetting>(key: K, value: CellSettings[K], effectiveAt: number, madeAt: number): number {
      settingsByKey.drop()
      return orm
        .insert(settings)
        .values({ key, value: JSON.stringify(value), effectiveAt, madeAt })
        .returning({ id: settings.id })
        .get().id
    },
    /** The files on the pages now, newest first. */
    files: (): PublicFile[] =>
      orm
        .select()
        .from(publicFiles)
        .where(isNull(publicFiles.withdrawnAt))
        .orderBy(desc(publicFiles.publishedAt), desc(publicFiles.id))
        .all()
        .map(fileOf),
    file(id: number): PublicFile | undefined {
      const row = orm.select().from(publicFiles).where(eq(publicFiles.id, id)).get()
      return row && fileOf(row)
    },
    addFile: ({ title, ...row }: Omit<PublicFile, 'id' | 'withdrawnAt'>): number =>
      orm
        .insert(publicFiles)
        .values({ ...row, titleEn: title.en, titleMr: title.mr })
        .returning({ id: publicFiles.id })
        .get().id,
    withdrawFile: (id: number, withdrawnAt: number) =>
      void orm.update(publicFiles).set({ withdrawnAt }).where(eq(publicFiles.id, id)).run(),
    /** True if any row, withdrawn ones included, names these bytes. */
    isKnown: (hash: string): boolean =>
      orm.select({ id: publicFiles.id }).from(publicFiles).where(eq(publicFiles.hash, hash)).get() !== undefined,
  }
}

const fileOf = ({ titleEn, titleMr, ...row }: typeof publicFiles.$inferSelect): PublicFile => ({
  ...row,
  title: { en: titleEn, mr: titleMr },
})
