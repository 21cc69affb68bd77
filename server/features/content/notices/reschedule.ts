import type { Clock } from '#server/adapters/clock.ts'
import type { ScheduleRow } from '#server/domain/season/schedule-draft.ts'
import { capRoundParts, isInSeason, roundActivity, roundActivityTitle } from '#server/domain/terms/cap-rounds.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { formatPeriod } from '#server/i18n/period.ts'
import { pageTexts, translate } from '#server/i18n/texts.ts'
import type { Bilingual, Language } from '#server/kernel/languages.ts'
import type { NoticesStore } from './store'

/** A change to an activity of the schedule: its row before, null for a new activity, and after. */
type Rescheduling = { before: ScheduleRow | null; after: ScheduleRow }

type Deps = {
  store: NoticesStore
  clock: Pick<Clock, 'portal'>
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** Changes of the schedule, each with one public notice. Source: rules §12.2. */
export function createRescheduling({ store, clock, onChanged }: Deps) {
  type Words = { title: string; body: string }
  function publish(en: Words, mr: Words): void {
    store.addNotice({
      kind: 'notice',
      title: { en: en.title, mr: mr.title },
      body: { en: en.body, mr: mr.body },
      publishedAt: clock.portal(),
    })
  }

  /** Adds the activities of this many rounds, without dates, where the schedule has none; the desk suggests some. */
  function addRounds(rounds: number): void {
    const known = new Set(store.rows().map(({ key }) => key))
    for (let round = 1; round <= rounds; round++) {
      for (const part of capRoundParts) {
        const key = roundActivity(round, part)
        if (!known.has(key))
          store.addActivity({ key, title: roundActivityTitle(round, part), isEvent: part === 'allotment' })
      }
    }
  }

  /**
   * Follows a new number of rounds; joins the caller's transaction. If activities with dates leave the schedule, or
   * come back to it, everybody reads so in one notice. `effectiveAt`: when the number takes effect.
   */
  function changeRounds({ from, to, effectiveAt }: { from: number; to: number; effectiveAt: number }): void {
    addRounds(to)
    const at = clock.portal()
    const [fewer, more] = [Math.min(from, to), Math.max(from, to)]
    const touched = store
      .rows()
      .filter(({ key, opensAt }) => opensAt !== null && isInSeason(key, more) && !isInSeason(key, fewer))
    if (!touched.length) return
    const wordsIn = (language: Language) => {
      const t = pageTexts[language]
      const lines = touched.map((row) =>
        lineOfChange({ before: null, after: { ...row, isLeftOut: to < from } }, language),
      )
      const number = t('content:schedule.notice-rounds', { count: to, before: from })
      const since =
        effectiveAt > at && t('content:schedule.notice-from', { time: formatDateTime(effectiveAt, language) })
      return { title: number, body: [...lines, ...(since ? [since] : [])].join('\n\n') }
    }
    const [en, mr] = [wordsIn('en'), wordsIn('mr')]
    publish(en, mr)
  }

  /**
   * Adds activities, gives them other dates or leaves them out, with one public notice; joins the caller's transaction.
   */
  function change(changes: readonly Rescheduling[], reason: Bilingual, isOutage = false): void {
    const at = clock.portal()
    for (const { before, after } of changes) {
      if (!before) {
        const { key, title, isEvent } = after
        store.addActivity({ key, title, isEvent })
      }
      const was = { opensBefore: before?.opensAt ?? null, closesBefore: before?.closesAt ?? null }
      store.changeActivity(after, { ...was, reason, at })
    }
    const [en, mr] = [noticeOfChange(changes, reason, 'en', isOutage), noticeOfChange(changes, reason, 'mr', isOutage)]
    publish(en, mr)
  }

  return {
    /** Publishes a notice about an act that two persons have approved; joins the caller's transaction. */
    announce: ({ en, mr }: Record<Language, Words>): void => publish(en, mr),
    addRounds,
    changeRounds,
    change,
    /**
     * Moves closings after an outage, which the public page and the notice give as the reason; joins the caller's
     * transaction.
     */
    moveClosings(moves: readonly { key: string; to: number }[]): void {
      const reason = { en: translate('en', 'content:schedule.outage'), mr: translate('mr', 'content:schedule.outage') }
      const changes = moves.map(({ key, to }): Rescheduling => {
        const before = store.rows().find((row) => row.key === key)
        if (!before) throw new Error(`the schedule has no activity ${key}`)
        return { before, after: { ...before, closesAt: to } }
      })
      change(changes, reason, true)
      onChanged()
    },
  }
}

/** The new dates, the old ones, and the reason: a paragraph for each activity, and one for the reason. */
export function noticeOfChange(
  changes: readonly Rescheduling[],
  reason: Bilingual,
  language: Language,
  isOutage = false,
) {
  const t = pageTexts[language]
  const lines = changes.map((change) => lineOfChange(change, language))
  const title =
    changes.length === 1
      ? t('content:schedule.notice-one', { title: changes[0]!.after.title[language] })
      : t(isOutage ? 'content:schedule.notice-outage' : 'content:schedule.notice-many')
  return { title, body: [...lines, reason[language]].join('\n\n') }
}

/** What a notice says of one activity. */
function lineOfChange({ before, after }: Rescheduling, language: Language): string {
  const t = pageTexts[language]
  const title = after.title[language]
  if (after.isLeftOut) return t('content:schedule.notice-out', { title })
  const words = formatPeriod(after, language, t)
  if (!before || before.isLeftOut || before.opensAt === null)
    return t('content:schedule.notice-new', { title, after: words })
  return t('content:schedule.notice-line', { title, after: words, before: formatPeriod(before, language, t) })
}
