import { createHash } from 'node:crypto'
import type { StepUpPurpose } from '#server/domain/accounts/otp.ts'
import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import {
  choiceFaults,
  imported,
  mayChangeOptions,
  mayConfirmOptions,
  mayUnlockOptions,
  type OptionFormFacts,
  optionReminderAt,
} from '#server/domain/seats/option-form.ts'
import { type CapRound, roundActivity, roundNumbers, takesPart } from '#server/domain/terms/cap-rounds.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import type { StepUpProof } from '#server/http/step-up.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import { typedId } from '#server/kernel/typed-text.ts'
import { createChoosing } from './choosing'
import type { Actor, OptionFormDeps } from './deps'
import type { OptionConfirmation, OptionList } from './schema'
import type { FormRow, OptionAct } from './store'

/** The current option form. `version` 0: nothing has been saved yet. */
export type OptionForm = {
  round: CapRound
  version: number
  savedAt: Instant | null
  confirmedAt: Instant | null
  fingerprint: string | null
  /** Choice codes, most preferred first. */
  choices: readonly string[]
}

/** The refusal of a save that another tab has overtaken includes the currently saved form. */
export type SaveRefusal = Refusal & { current?: OptionForm }

/** A version of a candidate's list: saved, confirmed or unlocked. */
type HistoryEntry = { version: number; act: OptionAct; choices: readonly string[]; at: Instant; device: string }

/** Candidates reminded at a time. */
const perTick = 200

/** The option form of each round: filled, saved with versions, confirmed, unlocked. Source: rules §8.5. */
export function createOptionForm(deps: OptionFormDeps) {
  const { db, store, clock, course, activity, proveStepUp } = deps
  const choosing = createChoosing(deps)

  const window = (round: CapRound) => activity(roundActivity(round, 'options')) ?? null
  const roundOpenAt = (at: Instant) => roundNumbers(course.rounds).find((round) => isOpenAt(window(round), at)) ?? null

  function find(candidateId: number, round: CapRound): OptionForm {
    const row = store.form(candidateId, round)
    if (!row) return { round, version: 0, savedAt: null, confirmedAt: null, fingerprint: null, choices: [] }
    return { round, ...row, choices: store.choices(candidateId, round) }
  }

  function factsOf(candidateId: number, { round, choices, confirmedAt }: OptionForm): OptionFormFacts {
    const { state, allIndia, jk } = store.merit(candidateId)
    const hasMeritNumber = jk === null && (state !== null || allIndia !== null)
    const entry = round === 1 ? 'takes-part' : deps.entry(candidateId, round).kind
    return { isExcluded: store.isExcluded(candidateId), hasMeritNumber, entry, count: choices.length, confirmedAt }
  }

  const stale = (current: OptionForm) => ({
    ok: false as const,
    refusal: { code: 'options-stale', status: 409 as const, current },
  })

  const faulty = (actor: Actor, choices: readonly string[]): Result<undefined> => {
    const faults = choiceFaults(choices, choosing.offer(actor))
    return faults.length ? refuse('check-answers', 422, { fields: faults }) : ok()
  }

  /** Writes the next version and its line of the history; joins the caller's transaction. */
  function write(
    actor: Actor,
    before: OptionForm,
    act: OptionAct,
    choices: readonly string[],
    more: Pick<FormRow, 'confirmedAt' | 'fingerprint'>,
  ): OptionForm {
    const { candidateId, sessionId } = actor
    const { round } = before
    const at = clock.portal()
    const row = { version: before.version + 1, savedAt: at, ...more }
    store.putForm(candidateId, round, row)
    if (choices !== before.choices) store.putChoices(candidateId, round, choices)
    store.addHistory(candidateId, round, {
      version: row.version,
      act,
      choices: choices.join(','),
      at,
      device: sessionId === undefined ? '' : store.device(sessionId),
    })
    return { round, ...row, choices }
  }

  /** Saves a whole list, built on a version. `at`: when the request arrived. */
  function save(
    actor: Actor,
    round: CapRound,
    { version, choices: typed }: OptionList,
    at: Instant,
    act: 'saved' | 'imported' = 'saved',
  ): Result<OptionForm, SaveRefusal> {
    return db.transact((): Result<OptionForm, SaveRefusal> => {
      const current = find(actor.candidateId, round)
      const may = mayChangeOptions(factsOf(actor.candidateId, current), window(round), at)
      if (!may.ok) return may
      if (version !== current.version) return stale(current)
      const choices = typed.map(typedId)
      const fault = faulty(actor, choices)
      if (!fault.ok) return fault
      // A repeat, as after a lost answer, counts as the same save.
      if (current.version > 0 && choices.join() === current.choices.join()) return ok(current)
      return ok(write(actor, current, act, choices, { confirmedAt: null, fingerprint: null }))
    })
  }

  function mayConfirm({ candidateId }: Actor, round: CapRound, at: Instant, version?: number) {
    const current = find(candidateId, round)
    const may = mayConfirmOptions(factsOf(candidateId, current), window(round), at)
    if (!may.ok) return may
    if (version !== undefined && version !== current.version) return stale(current)
    return faulty({ candidateId }, current.choices)
  }

  const mayUnlock = ({ candidateId }: Actor, round: CapRound, at: Instant) =>
    mayUnlockOptions(factsOf(candidateId, find(candidateId, round)), window(round), at)

  /**
   * Tells the candidate the count, the first three choices and the fingerprint, so that the confirmed list cannot be
   * mistaken for another.
   */
  function tell(candidateId: number, template: MessageTemplate, { round, choices, fingerprint }: OptionForm): void {
    const closesAt = window(round)?.closesAt
    deps.tell(candidateId, template, (language) => ({
      round,
      count: choices.length,
      first: choices.slice(0, 3).join(', '),
      fingerprint: (fingerprint ?? '').slice(0, 12),
      by: closesAt ? formatDateTime(closesAt, language) : '',
    }))
  }

  /** Confirms the saved list; joins the caller's transaction. */
  function confirmed(actor: Actor, round: CapRound): OptionForm {
    const current = find(actor.candidateId, round)
    const content = [course.slug, store.userId(actor.candidateId), round, ...current.choices].join('\n')
    const form = write(actor, current, 'confirmed', current.choices, {
      confirmedAt: clock.portal(),
      fingerprint: createHash('sha256').update(content).digest('hex'),
    })
    tell(actor.candidateId, 'options-confirmed', form)
    return form
  }

  /** An act that needs password and OTP: checked before the proof and again after it, in the act's transaction. */
  async function proved(
    actor: Actor,
    purpose: StepUpPurpose,
    proof: StepUpProof,
    may: () => Result<undefined, SaveRefusal>,
    act: () => OptionForm,
  ): Promise<Result<OptionForm, SaveRefusal>> {
    const before = may()
    if (!before.ok) return before
    const isProved = await proveStepUp(actor, purpose, proof)
    if (!isProved.ok) {
      // A repeated press finds the OTP already used; report what has become of the list instead.
      const still = may()
      return still.ok ? isProved : still
    }
    return db.transact((): Result<OptionForm, SaveRefusal> => {
      const still = may()
      return still.ok ? ok(act()) : still
    })
  }

  return {
    ...choosing,

    /** A round's window; null if it is not in the schedule. */
    window,

    /** The round whose window is open at `at`; null between the rounds. */
    openRound: (at: Instant = clock.portal()): CapRound | null => roundOpenAt(at),

    form: ({ candidateId }: Actor, round: CapRound): OptionForm => find(candidateId, round),

    /** How far the form of a round is, without its choices. `by`: epoch milliseconds; null without a deadline. */
    progress({ candidateId }: Actor, round: CapRound): { count: number; isConfirmed: boolean; by: Instant | null } {
      const row = store.form(candidateId, round)
      const by = (window(round)?.closesAt ?? null) as Instant | null
      return { count: row ? store.count(candidateId, round) : 0, isConfirmed: row?.confirmedAt != null, by }
    },

    mayChange({ candidateId }: Actor, round: CapRound, at: Instant = clock.portal()): Result<undefined> {
      return mayChangeOptions(factsOf(candidateId, find(candidateId, round)), window(round), at)
    },
    mayConfirm: (actor: Actor, round: CapRound, at: Instant = clock.portal()) => mayConfirm(actor, round, at),
    mayUnlock: (actor: Actor, round: CapRound, at: Instant = clock.portal()) => mayUnlock(actor, round, at),

    save,
    /** The same, flushed to disk together with other saves at this moment. */
    saveSoon: (...call: Parameters<typeof save>) => db.transactTogether(() => save(...call)),

    /**
     * The choices that a list of the last earlier round would add to this one; `gone`: codes no longer offered. Null if
     * there is no such list.
     */
    earlier(actor: Actor, round: CapRound): { round: CapRound; choices: string[]; gone: string[] } | null {
      const from = roundNumbers(course.rounds)
        .reverse()
        .find((one) => one < round && store.choices(actor.candidateId, one).length > 0)
      if (from === undefined) return null
      const list = store.choices(actor.candidateId, from)
      const own = store.choices(actor.candidateId, round)
      return { round: from, ...imported(own, list, choosing.offer(actor)) }
    },

    /** Confirms the saved list with password and OTP. `at`: when the request arrived. */
    confirm(actor: Actor, round: CapRound, { version, ...proof }: OptionConfirmation, at: Instant) {
      const may = () => mayConfirm(actor, round, at, version)
      return proved(actor, 'confirm-options', proof, may, () => confirmed(actor, round))
    },

    /** The same without a proof, for the demo's cohort of candidates. */
    confirmUnasked(actor: Actor, round: CapRound): Result<OptionForm, SaveRefusal> {
      return db.transact((): Result<OptionForm, SaveRefusal> => {
        const may = mayConfirm(actor, round, clock.portal())
        return may.ok ? ok(confirmed(actor, round)) : may
      })
    },

    /** Withdraws the confirmation so that the list can change; it has to be confirmed again. */
    unlock(actor: Actor, round: CapRound, { version: _, ...proof }: OptionConfirmation, at: Instant) {
      const { candidateId } = actor
      return proved(
        actor,
        'unlock-options',
        proof,
        () => mayUnlock(actor, round, at),
        () => {
          const current = find(candidateId, round)
          const form = write(actor, current, 'unlocked', current.choices, { confirmedAt: null, fingerprint: null })
          tell(candidateId, 'options-unlocked', { ...form, fingerprint: current.fingerprint })
          return form
        },
      )
    },

    /** Every version saved, confirmed or unlocked, newest first. */
    history({ candidateId }: Actor, round: CapRound): HistoryEntry[] {
      return store
        .history(candidateId, round)
        .map(({ choices, ...row }) => ({ ...row, choices: choices === '' ? [] : choices.split(',') }))
    },

    /** The facts for the banner about an unconfirmed list while its window is open. */
    unconfirmed({ candidateId }: Actor, at: Instant): { round: CapRound; count: number; closesAt: number } | null {
      const round = roundOpenAt(at)
      const closesAt = round && window(round)?.closesAt
      if (!round || !closesAt) return null
      const row = store.form(candidateId, round)
      if (!row || row.confirmedAt !== null) return null
      return { round, count: store.count(candidateId, round), closesAt }
    },

    /** A confirmed list for printing; null if it is not confirmed. */
    printed(
      { candidateId }: Actor,
      round: CapRound,
    ): (OptionForm & { confirmedAt: Instant; fingerprint: string }) | null {
      const { confirmedAt, fingerprint, ...form } = find(candidateId, round)
      return confirmedAt !== null && fingerprint !== null ? { ...form, confirmedAt, fingerprint } : null
    },

    /**
     * A job: reminds the next candidates with an unconfirmed list, 24, 6 and 1 hours before the end, once the previous
     * ones have been told.
     */
    remind(): void {
      const now = clock.portal()
      const round = roundOpenAt(now)
      const closesAt = round && window(round)?.closesAt
      const hours = closesAt ? optionReminderAt(closesAt, now) : null
      if (!round || !closesAt || hours === null || deps.isWaiting('options-reminder')) return
      db.transact(() => {
        for (const id of store.toRemind(round, closesAt, hours, perTick)) {
          store.noteReminder(round, closesAt, hours, id, now)
          if (takesPart(deps.entry(id, round).kind)) tell(id, 'options-reminder', find(id, round))
        }
      })
    },
  }
}

const isOpenAt = (window: Parameters<typeof isOpen>[0] | null, at: Instant): boolean =>
  window !== null && isOpen(window, at)

export type OptionForms = ReturnType<typeof createOptionForm>
