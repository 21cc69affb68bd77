import { isDeepStrictEqual } from 'node:util'
import { pictureParts } from '#server/domain/season/cell-pictures.ts'
import { type CellSetting, type CellSettings, cellSettings, versionAt } from '#server/domain/season/cell-settings.ts'
import { type ChangeVerdict, type SeasonInstants, verdictOnChange } from '#server/domain/season/setting-changes.ts'
import { settingForm, type TypedSetting } from '#server/domain/season/setting-forms.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { ist } from '#server/kernel/time.ts'
import type { SettingMeta } from './schema'
import type { Content, ContentDeps } from './service'
import { answerOf, differences, labelOf, remarksOn, verdictLines, wordsOf } from './setting-words'
import { openingKey, type SettingProposal } from './store'

/** A change that an order made of a value on which candidates relied. `round`: the first one that it concerns, of a change of the rounds. */
export type ChangeByOrder = Pick<SettingProposal, 'preparedBy' | 'orderNumber' | 'effectiveAt'> & {
  setting: CellSetting
  before: CellSettings[CellSetting]
  after: CellSettings[CellSetting]
  round: CapRound | null
  releasedBy: number
}

/** A value as typed. `base`: the version that the writer saw. */
type TypedChange = { setting: CellSetting; typed: TypedSetting; base: string }

type SettingsDeps = ContentDeps & {
  content: Content
  releases: Releases
  /** What the schedule fixes; read at every use. */
  instants(): SeasonInstants
  /** Has the portal been opened? Until then one person sets a value, because two look at all of them at the opening. */
  isOpened(): boolean
  /** Called in the transaction in which the cell sets another year. */
  onYear(academicYear: string): void
  /** Called in the transaction in which the cell plans another number of rounds. */
  onRounds(change: { from: number; to: number; effectiveAt: number }): void
  /** Called in the transaction in which an order changes a value on which candidates relied. */
  onOrder(change: ChangeByOrder): void
}

/** A change as somebody means it: its value, when it takes effect (null: once approved), and what it would touch. */
type PlannedChange = { value: CellSettings[CellSetting]; effectiveAt: number | null; verdict: ChangeVerdict }

/** One version of a setting as the desk lists it; version 0 is the value with which the season began. */
type ListedVersion = {
  version: number
  value: CellSettings[CellSetting]
  effectiveAt: number | null
  isInForce: boolean
  orderNumber: string | null
}

/**
 * Changes of the season's values: one person proposes a version, another approves or discards it, and it takes effect
 * at its date. Source: rules §13.2.
 */
export function createSettings(deps: SettingsDeps) {
  const { db, store, clock, record, content } = deps
  const formOf = <K extends CellSetting>(setting: K) => settingForm(setting, content.course.form)
  const inForce = (setting: CellSetting): number => versionAt(store.versions(setting), clock.portal())?.id ?? 0
  const newest = (setting: CellSetting): number => store.versions(setting).at(-1)?.id ?? 0

  /** The newest version counts, also one that takes effect later: that is what a change would replace. */
  const valueNow = (setting: CellSetting) => store.versions(setting).at(-1)?.value ?? content.initial[setting]

  /** The number of rounds in the newest version of the setting (-1), or in one before it. */
  const roundsPlanned = (place: number): number =>
    (store.versions('rounds').at(place)?.value ?? content.initial.rounds).plan.length

  const verdictOf = (setting: CellSetting, after: CellSettings[CellSetting], effectiveAt: number | null) =>
    verdictOnChange(setting, {
      before: content.season()[setting] as never,
      after: after as never,
      at: Math.max(effectiveAt ?? 0, clock.portal()),
      standing: store.standing(),
      instants: deps.instants(),
    })

  const mayBe = ({ verdict, why, round, touches }: ChangeVerdict, orderNumber: string | null): Result<undefined> => {
    const count = Math.max(0, ...touches.map((one) => one.count))
    if (verdict === 'refused' && round !== undefined)
      return refuse('setting-round-allotted', 409, { params: { count, round } })
    if (verdict === 'refused') return refuse('setting-in-use', 409, { params: { count } })
    if (verdict === 'order' && orderNumber === null && why !== null) {
      const fault =
        round === undefined ? { code: 'setting-needs-order' } : { code: 'round-needs-order', params: { round } }
      return refuse('check-answers', 422, { fields: [{ field: 'orderNumber', ...fault }] })
    }
    return ok()
  }

  function addVersion(setting: CellSetting, value: CellSettings[CellSetting], effectiveAt: number | null): number {
    const now = clock.portal()
    const version = store.addSetting(setting, value, Math.max(effectiveAt ?? 0, now), now)
    if (setting === 'year') deps.onYear(store.versions('year').at(-1)!.value.academicYear)
    if (setting === 'rounds')
      deps.onRounds({
        from: roundsPlanned(-2),
        to: roundsPlanned(-1),
        effectiveAt: store.versions('rounds').at(-1)!.effectiveAt,
      })
    return version
  }

  const release = deps.releases.of<SettingProposal>({
    kind: 'setting',
    find(id) {
      const found = store.proposal(id)
      return found?.key === openingKey ? undefined : found
    },
    refusals: { unknown: 'unknown-proposal', decided: 'proposal-decided' },
    acts: { release: 'content.setting-approved', discard: 'content.setting-discarded' },
    subject: ({ key }) => ({ of: `setting:${key}` }),
    detail: ({ id, orderNumber }) => ({ proposal: id, order: orderNumber }),
    mayRelease({ key, value, base, effectiveAt, orderNumber }) {
      const setting = key as CellSetting
      if (newest(setting) !== base) return refuse('setting-changed-meanwhile', 409)
      const may = mayBe(verdictOf(setting, value as CellSettings[CellSetting], effectiveAt), orderNumber)
      return may.ok || may.refusal.code !== 'check-answers' ? may : refuse('setting-needs-order', 409)
    },
    onRelease({ id, key, value, effectiveAt, orderNumber, preparedBy }, by) {
      const setting = key as CellSetting
      const [before, after] = [valueNow(setting), value as CellSettings[CellSetting]]
      const { verdict, round = null } = verdictOf(setting, after, effectiveAt)
      store.setProposalVersion(id, addVersion(setting, after, effectiveAt))
      if (verdict === 'order')
        deps.onOrder({ setting, before, after, round, orderNumber, effectiveAt, preparedBy, releasedBy: by.id })
      return ok()
    },
  })

  /** Midnight of the day typed, or its fault; null without a day. */
  function effectiveAtOf({ date }: Pick<SettingMeta, 'date'>): Result<number | null> {
    if (!date) return ok(null)
    const fault = (code: string) =>
      refuse('check-answers', 422, { fields: [{ field: 'date', code, params: { day: date } }] })
    try {
      const at = ist(`${date} 00:00`)
      return at <= clock.portal() ? fault('settingDate.past') : ok(at)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return fault('no-such-day')
    }
  }

  function plan(setting: CellSetting, typed: TypedSetting, meta: SettingMeta): Result<PlannedChange> {
    const read = formOf(setting).valueOf(typed)
    if ('faults' in read) return refuse('check-answers', 422, { fields: read.faults })
    if (setting === 'pictures') {
      const marks = read.value as CellSettings['pictures']
      const unknown = pictureParts.find((part) => marks[part] !== null && store.picture(marks[part])?.part !== part)
      if (unknown) return refuse('check-answers', 422, { fields: [{ field: unknown, code: 'cellPicture.invalid' }] })
    }
    if (newest(setting) !== Number(meta.base)) return refuse('setting-changed-meanwhile', 409)
    if (store.waiting().some(({ key }) => key === setting || key === openingKey)) return refuse('setting-waits', 409)
    // During the set-up somebody also confirms a value that stays as it began.
    const isConfirmed = !deps.isOpened() && newest(setting) === 0
    if (!isConfirmed && isDeepStrictEqual(read.value, valueNow(setting))) return refuse('setting-same', 409)
    const effectiveAt = effectiveAtOf(meta)
    if (!effectiveAt.ok) return effectiveAt
    const verdict = verdictOf(setting, read.value, effectiveAt.value)
    const may = mayBe(verdict, meta.orderNumber ?? null)
    return may.ok ? ok({ value: read.value, effectiveAt: effectiveAt.value, verdict }) : may
  }

  /** Proposes a planned change, or sets it before the opening; joins the caller's transaction. */
  function add(
    actor: StaffMember,
    { setting, base }: Omit<TypedChange, 'typed'>,
    { value, effectiveAt }: PlannedChange,
    orderNumber: string | null,
  ): void {
    const subject = { of: `setting:${setting}` }
    if (!deps.isOpened()) {
      const version = addVersion(setting, value, effectiveAt)
      record(auditActor(actor), 'content.setting-changed', subject, { version })
      return
    }
    const proposal = store.addProposal({
      key: setting,
      value,
      effectiveAt,
      base: Number(base),
      orderNumber,
      state: 'prepared',
      preparedAt: clock.portal(),
      preparedBy: actor.id,
    })
    record(auditActor(actor), 'content.setting-proposed', subject, { proposal, order: orderNumber })
  }

  /** Proposes several values together, or none of them; until the portal is opened, sets them. */
  function proposeTogether(
    actor: StaffMember,
    changes: readonly TypedChange[],
    { date, orderNumber }: Pick<SettingMeta, 'date' | 'orderNumber'>,
  ): Result<{ isWaiting: boolean }> {
    const isWaiting = deps.isOpened()
    const done = db.transact((): Result<{ isWaiting: boolean }> => {
      const planned: [TypedChange, PlannedChange][] = []
      for (const change of changes) {
        const { setting, typed, base } = change
        const one = plan(setting, typed, { intent: 'propose', base, date, orderNumber })
        if (!one.ok) return one
        planned.push([change, one.value])
      }
      for (const [change, value] of planned) add(actor, change, value, orderNumber ?? null)
      return ok({ isWaiting })
    })
    if (done.ok && !isWaiting) deps.onChanged()
    return done
  }

  return {
    /** Gives a portal that begins all of its values at once; joins the caller's transaction. */
    begin(values: CellSettings): void {
      for (const setting of cellSettings) addVersion(setting, values[setting], null)
    },
    formOf,
    /** Values of settings in the words of a reader. */
    words: { answerOf, differences, labelOf, remarksOn, verdictLines, wordsOf },
    isOpened: deps.isOpened,
    /** How many rounds the season has, also if the newest number takes effect later. */
    mostRounds: (): number => Math.max(content.course.rounds.length, roundsPlanned(-1)),
    newest,
    valueNow,
    /** Has somebody set this very value already, so that no new version is needed? */
    isSetTo: (setting: CellSetting, value: CellSettings[CellSetting]): boolean =>
      newest(setting) !== 0 && isDeepStrictEqual(value, valueNow(setting)),
    /** What a change would be, without making it; or why it cannot be. */
    plan,

    /**
     * Proposes a version of a setting; until the portal is opened, sets it. Refuses a change based on an older version,
     * and a second proposal while one waits.
     */
    propose: (
      actor: StaffMember,
      setting: CellSetting,
      typed: TypedSetting,
      meta: SettingMeta,
    ): Result<{ isWaiting: boolean }> => proposeTogether(actor, [{ setting, typed, base: meta.base }], meta),
    proposeTogether,

    /** How a change of a value would be taken now, once another person approves it. `isWaiting`: another proposal comes first. */
    forecast: (
      setting: CellSetting,
      value: CellSettings[CellSetting],
    ): { verdict: ChangeVerdict; isWaiting: boolean } => ({
      verdict: verdictOf(setting, value, null),
      isWaiting: store.waiting().some(({ key }) => key === setting || key === openingKey),
    }),

    approve(actor: StaffMember, id: number): Result<SettingProposal> {
      const done = release.release(actor, id)
      if (done.ok) deps.onChanged()
      return done
    },
    discard: (actor: StaffMember, id: number): Result<SettingProposal> => release.discard(actor, id),

    /** The proposals that wait for another person; `mayApprove`: may this one approve it? */
    waiting: (actor: StaffMember) =>
      store
        .waiting()
        .filter(({ key }) => key !== openingKey)
        .map((proposal) => ({
          ...proposal,
          mayApprove: release.mayRelease(proposal, actor),
          verdict: verdictOf(
            proposal.key as CellSetting,
            proposal.value as CellSettings[CellSetting],
            proposal.effectiveAt,
          ),
        })),

    /** Every version of a setting, the newest first. */
    versions(setting: CellSetting): ListedVersion[] {
      const current = inForce(setting)
      const orders = new Map(store.approved(setting).map(({ version, orderNumber }) => [version, orderNumber]))
      const made = store.versions(setting).map(({ id, value, effectiveAt }) => ({
        version: id,
        value,
        effectiveAt,
        isInForce: id === current,
        orderNumber: orders.get(id) ?? null,
      }))
      const first = { version: 0, value: content.initial[setting], effectiveAt: null, orderNumber: null }
      return [{ ...first, isInForce: current === 0 }, ...made].reverse()
    },
  }
}
