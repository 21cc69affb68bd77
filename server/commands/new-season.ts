import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { systemClock } from '#server/adapters/clock.ts'
import { hasDatabase, hasFiles, holdFolder } from '#server/adapters/portal-folder.ts'
import type { Config } from '#server/config.ts'
import type { Course } from '#server/courses/course.ts'
import { courses } from '#server/courses/courses.ts'
import { archiveFile } from '#server/domain/operations/housekeeping.ts'
import { databaseFile } from '#server/domain/operations/identity.ts'
import type { CellSetting, CellSettings } from '#server/domain/season/cell-settings.ts'
import { inYear } from '#server/domain/season/set-up.ts'
import { type SettingField, settingForm } from '#server/domain/season/setting-forms.ts'
import { settingContract } from '#server/features/content/content/schema.ts'
import type { Services } from '#server/features/index.ts'
import { verifyArchive } from '#server/features/operations/housekeeping/archive.ts'
import { carryOver } from '#server/features/operations/housekeeping/carry-over.ts'
import { parseForm } from '#server/http/shape.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { textOfFault, translate } from '#server/i18n/texts.ts'
import type { FieldFault } from '#server/kernel/result.ts'
import type { CivilDate } from '#server/kernel/time.ts'
import { Misconfigured } from '#server/process/misconfigured.ts'
import { openPortals } from '#server/process/start.ts'
import { archivePortal } from './archive'
import {
  command,
  configuration,
  ofCourse,
  orMisconfigured,
  root,
  say,
  slugsAsked,
  softwareVersion,
  text,
} from './command'
import { refuseNone } from './portals'

/** The settings whose values differ in nearly every season; the command asks for each of their fields. */
const askedFor = ['year', 'head', 'fees', 'acceptance-fee', 'limits'] as const satisfies CellSetting[]

/** Asks for one field. `before`: last year's answer; `suggested`: the one to take if nothing is typed. */
type Ask = (setting: CellSetting, field: SettingField, suggested: string) => Promise<string>

type NewSeasonTask = {
  /** Last year's portal; nobody else uses its folder. */
  portal: Services
  course: Course
  mode: Config['mode']
  software: string
  /** The folder for the archive, and the data folder of the next season. */
  archives: string
  to: string
  ask: Ask
  /** Called once everything has been asked, and before anything changes. */
  onAsked?(): void
  /** Opens the next season's portal on its folder. */
  open(dataDir: string): Services | Promise<Services>
}

/** Last year's values as the next season would begin with them: a year later. */
function suggestedFor(season: CellSettings): CellSettings {
  const { academicYear } = season.year
  const next = academicYear.replace(/\d{4}/g, (year) => String(Number(year) + 1))
  const later = (date: string) => inYear(date, academicYear, next)
  return {
    ...season,
    year: { ...season.year, academicYear: next },
    head: { ...season.head, footerDate: later(season.head.footerDate) },
    limits: {
      ...season.limits,
      nonCreamyLayerValidOn: later(season.limits.nonCreamyLayerValidOn) as CivilDate,
    },
  }
}

/** The answers to a setting's fields as its value. Throws `Misconfigured` with each faulty field if the desk would refuse them. */
async function answered<K extends CellSetting>(
  setting: K,
  suggested: CellSettings[K],
  { form: shape }: Course,
  ask: Ask,
): Promise<CellSettings[K]> {
  const form = settingForm(setting, shape)
  const before = form.typedOf(suggested)
  const typed: Record<string, string> = {}
  for (const field of form.fields) typed[field.name] = await ask(setting, field, before[field.name] ?? '')
  const read = parseForm(settingContract(form.fields), { intent: 'propose', base: '0', ...typed })
  const refuse = (faults: readonly FieldFault[]): never => {
    throw new Misconfigured(faults.map((fault) => `${setting}.${fault.field}: ${textOfFault('en', fault)}`).join('\n'))
  }
  if (!read.ok) return refuse(read.refusal.fields ?? [])
  const value = form.valueOf(read.value as Record<string, string>)
  return 'faults' in value ? refuse(value.faults) : value.value
}

const firstYearOf = (academicYear: string) => Number(academicYear.slice(0, 4))

/**
 * Ends a season and begins the next one: writes last year's portal into an archive, checks that archive, makes last
 * year's folder read-only, and starts the next season's folder with its settings, staff, centres, institutes, words
 * of messages and closing merits. The new portal is not open: its set-up goes on at the desk, with the dates. Asks first, so that nothing
 * has changed if an answer is refused. The next season's folder appears whole at the end, or not at all; if it does not, the archive is gone
 * again, too. Throws if there is anything in its place, or if its year is not a later one. Source: rules §13.1, §13.3.
 * Long: one order of steps, of which each failure takes back those before it.
 */
export async function beginNewSeason({
  portal,
  course,
  mode,
  software,
  archives,
  to,
  ask,
  onAsked,
  open,
}: NewSeasonTask) {
  const folder = path.join(to, course.slug)
  if (hasDatabase(folder) || hasFiles(folder)) throw new Misconfigured(`${folder} holds a portal already`)
  if (existsSync(folder) && readdirSync(folder).length) throw new Misconfigured(`${folder} is not empty`)
  if (portal.archive) throw new Misconfigured(`${portal.folder} is an archive already`)
  const season = portal.content.season()
  const values = suggestedFor(season)
  const answers: { [K in CellSetting]?: CellSettings[K] } = {}
  for (const setting of askedFor)
    Object.assign(answers, { [setting]: await answered(setting, values[setting], course, ask) })
  onAsked?.()
  const last = season.year.academicYear
  const { academicYear } = answers.year!
  if (firstYearOf(academicYear) <= firstYearOf(last))
    throw new Misconfigured(
      `year.academicYear: ${academicYear} does not come after ${last}, the year of the season that ends`,
    )
  const from = path.join(portal.folder, databaseFile)
  const lastFolder = portal.folder
  const closings = portal.pastSeasons.own()
  // A season whose dossiers are damaged still ends; it cannot be rehearsed.
  const played = await portal.rehearsal.recordSeason().catch((error: Error) => error.message)
  const { file, note, fingerprint } = await archivePortal({ portal, mode, to: archives, software })
  const { unfinished, made, proof } = unfinishedIn(to, course)
  const described = path.join(lastFolder, archiveFile)
  let isDescribed = false
  try {
    verifyArchive(file)
    await portal.close()
    const held = holdFolder(lastFolder, { alone: true })
    try {
      rmSync(unfinished, { recursive: true, force: true })
      const next = await open(unfinished)
      const carried = carryOver(next.db, from)
      next.db.transact(() => {
        next.settings.begin({ ...values, ...answers })
        next.pastSeasons.keep(closings)
        next.audit.record(
          { kind: 'system', name: 'new-season' },
          'content.setting-changed',
          { of: 'season' },
          { from: note.portal.academicYear },
        )
      })
      if (typeof played !== 'string' && played.rounds.length) await next.rehearsal.keep(played)
      await next.close()
      for (const to of [proof, `${described}.partial`])
        writeFileSync(to, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
      // The new folder is in its place last. If this is cut off between the two, `finishNewSeason` goes on here.
      renameSync(`${described}.partial`, described)
      isDescribed = true
      renameSync(made, folder)
      const notKept = typeof played === 'string' ? played : null
      return { archive: file, fingerprint, folder, academicYear, carried, notKept }
    } finally {
      held.release()
    }
  } catch (error) {
    for (const left of [`${described}.partial`, ...(isDescribed ? [described] : []), file])
      rmSync(left, { force: true })
    throw error
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Where the next season's folder is made before it is in its place. `proof`: what says that it is whole. */
function unfinishedIn(to: string, { slug }: Course) {
  const unfinished = path.join(to, `.${slug}.unfinished`)
  return { unfinished, made: path.join(unfinished, slug), proof: path.join(unfinished, archiveFile) }
}

/**
 * Takes the last step of a command that was cut off before it: last year's folder is an archive by then, and the next season's is whole
 * but not in its place. Answers the new folder; null if there is no such thing to finish.
 */
export function finishNewSeason(lastFolder: string, to: string, course: Course): string | null {
  const { unfinished, made, proof } = unfinishedIn(to, course)
  const described = path.join(lastFolder, archiveFile)
  if (!existsSync(described) || !existsSync(proof) || !existsSync(made)) return null
  if (!readFileSync(described).equals(readFileSync(proof))) return null
  const folder = path.join(to, course.slug)
  renameSync(made, folder)
  rmSync(unfinished, { recursive: true, force: true })
  return folder
}

/** The answers of `--set SETTING.FIELD=VALUE`, as often as it is said. */
function answersGiven(said: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    said.map((answer) => {
      const [, name, value] = /^([\w-]+\.[\w-]+)=(.*)$/s.exec(answer) ?? []
      if (name === undefined) throw new Misconfigured(`--set is wrong: "${answer}" is not SETTING.FIELD=VALUE`)
      return [name, value ?? '']
    }),
  )
}

/**
 * `new-season --course SLUG --to FOLDER [--archives FOLDER] [--set year.academicYear=2027-2028 …]`: archives a portal and
 * begins the next season in another data folder. Asks at a terminal for what no `--set` gives; elsewhere it takes last
 * year's values, a year later.
 */
export const newSeason = command(
  { to: text, archives: text, set: { type: 'string', multiple: true }, ...ofCourse },
  async (given) => {
    const config = configuration()
    if (config.mode === 'demo')
      throw new Misconfigured('MODE is demo, and a demo plays one season only: a new season is of a live portal')
    const [slug, ...others] = slugsAsked(config, given.course)
    const to = given.to
    if (slug === undefined || others.length) throw new Misconfigured('--course is missing: one season begins at a time')
    if (to === undefined || path.resolve(to) === path.resolve(config.dataDir))
      throw new Misconfigured('--to is wrong: it must be the data folder of the next season')
    const course = courses.find((profile) => profile.slug === slug)!
    const software = softwareVersion()
    refuseNone(config, slug)
    // A server that goes on using last year's folder would write into an archive.
    orMisconfigured(slug, () => holdFolder(path.join(config.dataDir, slug), { alone: true }).release())
    const finished = finishNewSeason(path.join(config.dataDir, slug), to, course)
    if (finished !== null) {
      say(
        `${slug}: ${finished} was whole already, and is in its place now. ${path.join(config.dataDir, slug)} is read-only`,
      )
      say('  Serve it with that DATA_DIR. Its admins finish the set-up at the desk and open it')
      return
    }
    const terminal = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stdout }) : null
    const answers = answersGiven(given.set ?? [])
    const asked: string[] = []
    const open = (dataDir: string) =>
      openPortals({ ...config, dataDir, courses: [slug] }, root, systemClock, () => '')[0]!
    const last = open(config.dataDir)
    try {
      const begun = await beginNewSeason({
        portal: last,
        course,
        mode: config.mode,
        software,
        archives: given.archives ?? path.join(config.backups.dir, 'archives'),
        to,
        open,
        async ask(setting, { name, label, values }, suggested) {
          asked.push(`${setting}.${name}`)
          const answer = answers[`${setting}.${name}`]
          if (answer !== undefined) return answer
          const typed = await terminal?.question(`${translate('en', label as TextKey, values)} [${suggested}]: `)
          return typed?.trim() || suggested
        },
        onAsked() {
          const unknown = Object.keys(answers).find((name) => !asked.includes(name))
          if (unknown !== undefined)
            throw new Misconfigured(`--set ${unknown} is not known: there are ${asked.join(', ')}`)
        },
      })
      say(`${slug}: ${begun.archive}`)
      say(`  Note outside of it: sha256 ${begun.fingerprint}`)
      say(`  ${path.join(config.dataDir, slug)} is read-only from now on`)
      const { staff, facilitation_centres: centres, institutes } = begun.carried
      say(
        `${slug}: ${begun.folder} begins ${begun.academicYear} with ${staff} staff, ${centres} centres, ${institutes} institutes`,
      )
      if (begun.notKept !== null) say(`  It cannot be rehearsed: ${begun.notKept}`)
      say('  Serve it with that DATA_DIR. Its admins finish the set-up at the desk and open it')
    } finally {
      // It is open still if the command was refused.
      if (last.db.sqlite.open) await last.close()
      terminal?.close()
    }
  },
)
