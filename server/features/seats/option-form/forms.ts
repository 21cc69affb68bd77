import type { MessageTemplate } from '#server/domain/messages/message-templates.ts'
import { choiceFaults, type OptionFormFacts } from '#server/domain/seats/option-form.ts'
import { type CapRound, roundActivity, roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { isOpen } from '#server/domain/terms/schedule.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import type { Instant } from '#server/kernel/time.ts'
import type { Choosing } from './choosing'
import type { Asked, OptionFormDeps } from './deps'
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

const isOpenAt = (window: Parameters<typeof isOpen>[0] | null, at: Instant): boolean =>
  window !== null && isOpen(window, at)

/** The stored forms: found, checked, and written with their history. */
export function createStoredForms(
  { store, clock, course, activity, entry: entryOf, tell: send }: OptionFormDeps,
  { offer }: Choosing,
) {
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
    const entry = round === 1 ? 'takes-part' : entryOf(candidateId, round).kind
    return { isExcluded: store.isExcluded(candidateId), hasMeritNumber, entry, count: choices.length, confirmedAt }
  }

  const stale = (current: OptionForm) => ({
    ok: false as const,
    refusal: { code: 'options-stale', status: 409 as const, current },
  })

  const faulty = (candidateId: number, choices: readonly string[]): Result<undefined> => {
    const faults = choiceFaults(choices, offer(candidateId))
    return faults.length ? refuse('check-answers', 422, { fields: faults }) : ok()
  }

  /** Writes the next version and its line of the history; joins the caller's transaction. */
  function write(
    candidateId: number,
    { sessionId }: Pick<Asked, 'sessionId'>,
    before: OptionForm,
    act: OptionAct,
    choices: readonly string[],
    more: Pick<FormRow, 'confirmedAt' | 'fingerprint'>,
  ): OptionForm {
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

  /**
   * The count, the first three choices and the fingerprint, so that the confirmed list cannot be mistaken for another: for
   * the placeholders of a message.
   */
  function words({ round, choices, fingerprint }: OptionForm) {
    const closesAt = window(round)?.closesAt
    return (language: Language) => ({
      round,
      count: choices.length,
      first: choices.slice(0, 3).join(', '),
      fingerprint: (fingerprint ?? '').slice(0, 12),
      by: closesAt ? formatDateTime(closesAt, language) : '',
    })
  }

  const tell = (candidateId: number, template: MessageTemplate, form: OptionForm): void =>
    send(candidateId, template, words(form))

  return { window, roundOpenAt, find, factsOf, stale, faulty, write, words, tell }
}

export type Forms = ReturnType<typeof createStoredForms>
