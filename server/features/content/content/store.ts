import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { cellPictures, publicFiles, settingProposals, settings, setUpMarks } from '#db/schema/content.ts'
import { staff } from '#db/schema/staff.ts'
import type { CellPicture, PicturePart } from '#server/domain/season/cell-pictures.ts'
import type { CellSetting, CellSettings, SettingVersion } from '#server/domain/season/cell-settings.ts'
import type { SeasonStanding } from '#server/domain/season/setting-changes.ts'
import type { Bilingual } from '#server/kernel/languages.ts'

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

/** A proposed version of a setting, with the name of the person who proposed it. */
export type SettingProposal = Omit<typeof settingProposals.$inferSelect, 'value'> & {
  value: unknown
  preparedByName: string
}

/** The key of the version that opens the portal; its value names the settings that two people looked at. */
export const openingKey = 'opening'

/** Pictures of one part that the desk offers to choose from. */
const shownPictures = 20

/** Every version of every setting, by its key. */
export type SettingVersions = Map<string, SettingVersion<CellSetting>[]>

/** Every version of a setting, oldest first. */
export const versionsIn = <K extends CellSetting>(of: SettingVersions, key: K): readonly SettingVersion<K>[] =>
  (of.get(key) ?? []) as SettingVersion<K>[]

export type ContentStore = ReturnType<typeof contentStore>

/** The cell's settings and public files. The only writer of their tables. */
export function contentStore({ orm, sqlite, kept }: Database) {
  const counts = sqlite.prepare<[], Record<Exclude<keyof SeasonStanding, 'optionForms'>, number>>(
    `SELECT (SELECT count(*) FROM candidates) AS registered,
       (SELECT count(DISTINCT candidate_id) FROM payments WHERE due = 'application-fee') AS payers,
       (SELECT count(*) FROM applications WHERE submitted_at IS NOT NULL) AS submitted,
       (SELECT count(DISTINCT candidate_id) FROM merit_entries WHERE edition_id =
         (SELECT max(id) FROM merit_editions WHERE state IN ('published', 'superseded'))) AS ranked,
       (SELECT count(DISTINCT candidate_id) FROM documents WHERE superseded_at IS NULL
         AND kind IN ('caste-validity-receipt', 'non-creamy-layer-receipt', 'ews-receipt')) AS awaiting,
       (SELECT count(DISTINCT a.candidate_id) FROM allotments a JOIN allotment_runs r ON r.id = a.run_id
         WHERE r.published_at IS NOT NULL) AS offered,
       (SELECT count(DISTINCT candidate_id) FROM payments WHERE due = 'seat-acceptance') AS seatPayers`,
  )
  const optionForms = sqlite.prepare<[], { round: number; forms: number }>(
    'SELECT round, count(*) AS forms FROM option_forms GROUP BY round',
  )
  const scheduleInHand = sqlite
    .prepare<[], 0 | 1>("SELECT EXISTS (SELECT 1 FROM schedule_changes WHERE state = 'prepared')")
    .pluck()
  const institutes = sqlite
    .prepare<[], number>(
      `SELECT max((SELECT count(*) FROM institutes),
         (SELECT count(DISTINCT institute_code) FROM seat_matrix_courses c JOIN seat_matrix_editions e ON e.id = c.edition_id
           WHERE e.state <> 'discarded'))`,
    )
    .pluck()
  const roles = sqlite.prepare<[], { role: string; count: number }>(
    'SELECT role, count(*) AS count FROM staff WHERE disabled_at IS NULL GROUP BY role',
  )
  const proposals = () =>
    orm
      .select({ proposal: settingProposals, preparedByName: staff.fullName })
      .from(settingProposals)
      .innerJoin(staff, eq(staff.id, settingProposals.preparedBy))
  const versions = sqlite.prepare<[], typeof settings.$inferSelect>(
    'SELECT id, key, value, effective_at AS effectiveAt, made_at AS madeAt FROM settings ORDER BY id',
  )
  const known = sqlite.prepare<[string], 1>('SELECT 1 FROM public_files WHERE hash = ? LIMIT 1').pluck()
  const settingsByKey = kept(() => {
    const byKey: SettingVersions = new Map()
    for (const { key, value, ...row } of versions.all()) {
      byKey.set(key, [...(byKey.get(key) ?? []), { ...row, value: JSON.parse(value) }])
    }
    return byKey
  })
  // A picture never changes, and every page and paper asks for it.
  const pictures = new Map<string, CellPicture>()
  return {
    /** A picture of the cell by its mark. */
    picture(mark: string): CellPicture | null {
      const known = pictures.get(mark)
      if (known) return known
      const row = orm.select().from(cellPictures).where(eq(cellPictures.mark, mark)).get()
      if (!row) return null
      pictures.set(mark, row as CellPicture)
      return row as CellPicture
    },
    /** The pictures for a part, the newest first, without their bytes. */
    picturesFor: (part: PicturePart): (Omit<CellPicture, 'bytes' | 'part'> & { addedAt: number })[] =>
      orm
        .select({
          mark: cellPictures.mark,
          mediaType: sql<CellPicture['mediaType']>`${cellPictures.mediaType}`,
          width: cellPictures.width,
          height: cellPictures.height,
          addedAt: cellPictures.addedAt,
        })
        .from(cellPictures)
        .where(eq(cellPictures.part, part))
        .orderBy(desc(cellPictures.addedAt))
        .limit(shownPictures)
        .all(),
    /** Keeps a picture; false if it is there already. */
    addPicture: ({ bytes, ...row }: CellPicture, addedAt: number): boolean =>
      orm
        .insert(cellPictures)
        .values({ ...row, bytes: Buffer.from(bytes), addedAt })
        .onConflictDoNothing()
        .run().changes > 0,
    /** Every version of every setting, by its key; the same map until one is added. */
    settings: () => settingsByKey.get(),
    /** Every version of a setting, oldest first. */
    versions<K extends CellSetting>(key: K): readonly SettingVersion<K>[] {
      return versionsIn(settingsByKey.get(), key)
    },
    addSetting<K extends CellSetting>(key: K, value: CellSettings[K], effectiveAt: number, madeAt: number): number {
      settingsByKey.drop()
      return orm
        .insert(settings)
        .values({ key, value: JSON.stringify(value), effectiveAt, madeAt })
        .returning({ id: settings.id })
        .get().id
    },
    /** Has the portal been opened? */
    isOpened: (): boolean => settingsByKey.get().has(openingKey),
    open(at: number): number {
      settingsByKey.drop()
      return orm
        .insert(settings)
        .values({ key: openingKey, value: 'true', effectiveAt: at, madeAt: at })
        .returning({ id: settings.id })
        .get().id
    },
    marks: (): (typeof setUpMarks.$inferSelect)[] => orm.select().from(setUpMarks).all(),
    mark: (row: typeof setUpMarks.$inferSelect): void =>
      void orm
        .insert(setUpMarks)
        .values(row)
        .onConflictDoUpdate({ target: setUpMarks.item, set: { at: row.at, by: row.by } })
        .run(),
    /** How many institutes there are, and how many accounts of each role can sign in. */
    staffing(): { institutes: number; roles: Readonly<Record<string, number>> } {
      return {
        institutes: institutes.get()!,
        roles: Object.fromEntries(roles.all().map(({ role, count }) => [role, count])),
      }
    },
    /** Is a schedule handed over that another person has to put in force? */
    isScheduleInHand: (): boolean => scheduleInHand.get() === 1,
    /** How far the season has come, as far as a change of a setting could touch it. */
    standing(): SeasonStanding {
      const forms: number[] = []
      for (const { round, forms: count } of optionForms.all()) forms[round - 1] = count
      return { ...counts.get()!, optionForms: Array.from(forms, (count) => count ?? 0) }
    },
    addProposal: (row: Omit<typeof settingProposals.$inferInsert, 'value'> & { value: unknown }): number =>
      orm
        .insert(settingProposals)
        .values({ ...row, value: JSON.stringify(row.value) })
        .returning({ id: settingProposals.id })
        .get().id,
    proposal(id: number): SettingProposal | undefined {
      const found = proposals().where(eq(settingProposals.id, id)).get()
      return found && proposalOf(found)
    },
    /** The proposals that wait for another person. */
    waiting: (): SettingProposal[] =>
      proposals().where(eq(settingProposals.state, 'prepared')).orderBy(asc(settingProposals.id)).all().map(proposalOf),
    /** The approved proposals of a setting. */
    approved: (key: string): SettingProposal[] =>
      proposals()
        .where(and(eq(settingProposals.key, key), eq(settingProposals.state, 'published')))
        .all()
        .map(proposalOf),
    setProposalVersion: (id: number, version: number): void =>
      void orm.update(settingProposals).set({ version }).where(eq(settingProposals.id, id)).run(),
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
    isKnown: (hash: string): boolean => known.get(hash) !== undefined,
  }
}

const proposalOf = ({
  proposal,
  preparedByName,
}: {
  proposal: typeof settingProposals.$inferSelect
  preparedByName: string
}): SettingProposal => ({ ...proposal, value: JSON.parse(proposal.value), preparedByName })

const fileOf = ({ titleEn, titleMr, ...row }: typeof publicFiles.$inferSelect): PublicFile => ({
  ...row,
  title: { en: titleEn, mr: titleMr },
})
