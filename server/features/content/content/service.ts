import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { ApplicationFees } from '#server/domain/money/fees.ts'
import { type CellPicture, pictureParts } from '#server/domain/season/cell-pictures.ts'
import {
  type CellContact,
  type CellSetting,
  type CellSettings,
  cellSettings,
  versionAt,
} from '#server/domain/season/cell-settings.ts'
import { inYear } from '#server/domain/season/set-up.ts'
import type { RecordAct } from '#server/domain/terms/audit.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { type CivilDate, earliest, latest } from '#server/kernel/time.ts'
import { type ContentStore, type SettingVersions, versionsIn } from './store'

export type ContentDeps = {
  db: Database
  store: ContentStore
  clock: Clock
  /** The course with its initial season settings. */
  defaults: Course
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** A version of the fees; version 0 is the season's defaults, which apply from the beginning. */
type FeesVersion = ApplicationFees & { version: number; effectiveAt: number | null }

/** A course's season in another year: a new portal's cell is shown no date of the year for which the season was written. */
export function inAnotherYear(course: Course, academicYear: string): Course {
  const moved = (date: string) => inYear(date, course.academicYear, academicYear)
  const { nonCreamyLayerValidOn } = course.form
  return {
    ...course,
    academicYear,
    footerDate: moved(course.footerDate),
    form: { ...course.form, nonCreamyLayerValidOn: moved(nonCreamyLayerValidOn) as CivilDate },
  }
}

/** The settings with which a season begins, from the defaults of its course. */
const initialOf = (course: Course): CellSettings => ({
  year: { academicYear: course.academicYear, applicationIdPrefix: course.applicationIdPrefix },
  pictures: { logo: null, letterhead: null },
  head: { name: course.cellName, address: course.cellAddress, footerDate: course.footerDate },
  contact: { ...course.contact, officer: course.grievanceOfficer },
  'login-links': course.loginLinks,
  fees: course.applicationFees,
  'acceptance-fee': { amount: course.seatAcceptanceFee },
  'payment-time': course.paymentTime,
  limits: {
    eligibility: course.form.eligibility,
    minimumAge: course.form.minimumAge,
    nonCreamyLayerValidOn: course.form.nonCreamyLayerValidOn,
    familyIncomeLimit: course.form.familyIncomeLimit,
  },
  'border-area': { districts: course.form.borderDistricts },
  merit: course.merit,
  rounds: { plan: course.rounds, mockAllotmentAfter: course.mockAllotmentAfter, rollCall: course.rollCall },
  certificates: course.ifCertificateMissed,
  'own-time': { hours: course.ownHours },
  'second-reading': { percent: course.secondReadingPercent },
  'personal-data': course.personalData,
  witnesses: { keys: [] },
})

/**
 * The values of the season: the cell's settings in force override those with which it began. `course` reads them afresh
 * at every use, so keep the course and never one of its values. Source: rules §4.1, §10.1, §11.1, §13.2.
 */
export function createContent({
  store,
  clock,
  defaults,
  lists,
}: Pick<ContentDeps, 'store' | 'clock' | 'defaults'> & { lists: Lists }) {
  let begun: { year: string; values: CellSettings } | null = null
  let standing: { of: object; from: number; until: number; values: CellSettings } | null = null

  /** The values with which the season began, with the dates of the newest year: a cell may set its year first. */
  function initial(of = store.settings()): CellSettings {
    const year = versionsIn(of, 'year').at(-1)?.value.academicYear ?? defaults.academicYear
    if (begun?.year !== year) {
      const { year: first } = initialOf(defaults)
      begun = { year, values: { ...initialOf(inAnotherYear(defaults, year)), year: first } }
    }
    return begun.values
  }

  const at = <K extends CellSetting>(key: K, instant: number, of = store.settings()): CellSettings[K] =>
    versionAt(versionsIn(of, key), instant)?.value ?? initial(of)[key]

  const nextAfter = (now: number, of: SettingVersions): number | null =>
    earliest(
      ...cellSettings.flatMap((key) =>
        versionsIn(of, key).map(({ effectiveAt }) => (effectiveAt > now ? effectiveAt : null)),
      ),
    )

  /** Every value in force: the same object until one of them changes. */
  function season(): CellSettings {
    const of = store.settings()
    const now = clock.portal()
    if (!standing || standing.of !== of || now < standing.from || now >= standing.until) {
      const values = Object.fromEntries(cellSettings.map((key) => [key, at(key, now, of)])) as CellSettings
      standing = { of, from: now, until: nextAfter(now, of) ?? Number.POSITIVE_INFINITY, values }
    }
    return standing.values
  }

  return {
    /** The current course: the cell's settings override the initial ones. */
    course: courseOf(defaults, season, lists, store.picture),
    season,
    /** The values with which the season began: those that the cell has not set. */
    get initial(): CellSettings {
      return initial()
    },
    contact: (): CellContact => season().contact,
    /**
     * The application fees for somebody who began to pay at an instant of the portal's clock, or has not begun (null).
     * `begunAt` is called only if the fees have ever changed.
     */
    feesSince(begunAt: () => number | null): ApplicationFees {
      const since = store.versions('fees').length > 0 ? begunAt() : null
      return since === null ? season().fees : at('fees', since)
    },
    /** Every version of the fees in the order in which they take effect, and the current one. */
    fees(): { versions: FeesVersion[]; current: number } {
      const made = [...store.versions('fees')].sort((a, b) => a.effectiveAt - b.effectiveAt || a.id - b.id)
      return {
        versions: [
          { ...defaults.applicationFees, version: 0, effectiveAt: null },
          ...made.map(({ id, value, effectiveAt }) => ({ ...value, version: id, effectiveAt })),
        ],
        current: versionAt(made, clock.portal())?.id ?? 0,
      }
    },
    /** The current fees, and since when they apply; null means from the beginning. */
    currentFees(): ApplicationFees & { effectiveAt: number | null } {
      const version = versionAt(store.versions('fees'), clock.portal())
      return version
        ? { ...version.value, effectiveAt: version.effectiveAt }
        : { ...defaults.applicationFees, effectiveAt: null }
    },
    /** When one of these settings last changed; null if they are as the season began. */
    changedAt: (...of: readonly CellSetting[]): number | null =>
      latest(...of.map((key) => versionAt(store.versions(key), clock.portal())?.effectiveAt ?? null)),
    /** The next instant at which a setting takes effect. */
    nextChange: (): number | null => nextAfter(clock.portal(), store.settings()),
  }
}

export type Content = ReturnType<typeof createContent>

/** A course whose values of the season are read at every use. */
function courseOf(
  defaults: Course,
  season: () => CellSettings,
  lists: Lists,
  picture: (mark: string) => CellPicture | null,
): Course {
  const firstYear = () => season().year.academicYear.slice(0, 4)
  const form: Course['form'] = {
    ...defaults.form,
    get eligibility() {
      return season().limits.eligibility
    },
    get minimumAge() {
      return season().limits.minimumAge
    },
    get nonCreamyLayerValidOn() {
      return season().limits.nonCreamyLayerValidOn
    },
    get familyIncomeLimit() {
      return season().limits.familyIncomeLimit
    },
    get borderDistricts() {
      return season()['border-area'].districts
    },
    get admissionYear() {
      return Number(firstYear())
    },
  }
  // Not enumerable: an archive and a worker thread take the values of the form, and have no lists.
  Object.defineProperty(form, 'lists', { value: lists })
  return {
    ...defaults,
    form,
    get academicYear() {
      return season().year.academicYear
    },
    get applicationIdPrefix() {
      return season().year.applicationIdPrefix
    },
    get applicationIdYear() {
      return firstYear().slice(2)
    },
    get cellName() {
      return season().head.name
    },
    get cellAddress() {
      return season().head.address
    },
    get pictures() {
      const marks = season().pictures
      const [logo, letterhead] = pictureParts.map((part) => (marks[part] === null ? null : picture(marks[part])))
      return { logo: logo ?? null, letterhead: letterhead ?? null }
    },
    get footerDate() {
      return season().head.footerDate
    },
    get contact() {
      return season().contact
    },
    get grievanceOfficer() {
      return season().contact.officer
    },
    get loginLinks() {
      return season()['login-links']
    },
    get applicationFees() {
      return season().fees
    },
    get seatAcceptanceFee() {
      return season()['acceptance-fee'].amount
    },
    get merit() {
      return season().merit
    },
    get rounds() {
      return season().rounds.plan
    },
    get mockAllotmentAfter() {
      return season().rounds.mockAllotmentAfter
    },
    get rollCall() {
      return season().rounds.rollCall ?? false
    },
    get ifCertificateMissed() {
      return season().certificates
    },
    get paymentTime() {
      return season()['payment-time']
    },
    get ownHours() {
      return season()['own-time'].hours
    },
    get secondReadingPercent() {
      return season()['second-reading'].percent
    },
    get personalData() {
      return season()['personal-data']
    },
  }
}
