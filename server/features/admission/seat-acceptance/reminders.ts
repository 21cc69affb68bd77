import { type ReminderOf, reminderRow } from '#server/domain/messages/reminders.ts'
import type { ReminderInstant, ReminderSource } from '#server/features/messages/reminders/source.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { days, type Instant, minutes } from '#server/kernel/time.ts'
import type { SeatAcceptanceDeps } from './deps'
import type { LapsedSeat, OwedAct } from './owed'
import type { SeatAcceptance } from './service'

type SeatRemindersDeps = Pick<SeatAcceptanceDeps, 'store' | 'clock'> &
  Pick<SeatAcceptance, 'owedIn' | 'owedBy' | 'lapsedBy' | 'aheadInWords' | 'deadlinesOf'> & {
    /** Candidates whose seat may have longer time because of something since an instant. */
    withOwnTime(since: Instant): readonly number[]
  }

type Name = ReminderOf<'seat'>

/** Instants of single candidates are noticed in this time. */
const rest = minutes(5)
/** No round keeps a longer time open beyond this. */
const longest = days(45)

/**
 * The acts for a seat, their deadlines, and the seats that were lost by one. A deadline of one candidate alone, such as
 * after a grievance, an order or a reset, is an instant of its own. Source: rules §8.14, §10.9.
 */
export function createSeatReminders(deps: SeatRemindersDeps): ReminderSource<'seat'> {
  const { store, clock, owedIn, owedBy, lapsedBy, deadlinesOf } = deps
  let own = { of: '', at: 0, acts: [] as OwedAct[], lapsed: [] as LapsedSeat[] }

  /** What candidates with own times still have to do, and who of them has lost the seat; read again after a rest. */
  function withOwnTime(of: string, now: Instant) {
    if (own.of === of && now >= own.at && now < own.at + rest) return own
    const ids = deps.withOwnTime((now - longest) as Instant)
    own = { of, at: now, acts: owedBy(ids, now), lapsed: lapsedBy(ids, now) }
    return own
  }

  const openAct = ({ from }: OwedAct) => from === null

  function concerned(name: Name, acts: readonly OwedAct[], lapsed: readonly LapsedSeat[]) {
    if (name === 'seat-lapsed') return lapsed
    return acts.filter((act) => openAct(act) && reminderRow(name).concerns({ owes: act.kind }))
  }

  return {
    look: 100,

    instants(name, now): ReminderInstant[] {
      const round = store.newestRound()
      if (round === null) return []
      const { acceptBy, reportBy } = deadlinesOf(round)
      const ends = name === 'seat' ? [acceptBy] : name === 'report' ? [reportBy] : [acceptBy, reportBy]
      const general = ends.flatMap((at) => (at === null ? [] : [{ about: String(round), at }]))
      const { acts, lapsed } = withOwnTime(`${round} ${acceptBy} ${reportBy}`, now)
      const single = concerned(name, acts, lapsed).flatMap(({ candidateId, round: about, by }) =>
        by === null || (about === round && ends.includes(by))
          ? []
          : [{ about: String(about), at: by, only: [candidateId] }],
      )
      return [...general, ...single]
    },

    among(name, { about, at }, { after, upTo }) {
      const { acts, lapsed } = owedIn(Number(about), after, 100, clock.portal())
      return concerned(name, acts, lapsed)
        .filter(({ candidateId, by }) => candidateId <= upTo && by === at)
        .map(({ candidateId }) => candidateId)
    },

    facts(candidateId, name, { about }) {
      const [act] = owedBy([candidateId])
      const [lapsed] = name === 'seat-lapsed' ? lapsedBy([candidateId]) : []
      const found = lapsed ?? act
      if (!found || String(found.round) !== about) return null
      if (!('state' in found)) return { owes: openAct(found) ? found.kind : null, at: found.by, since: null }
      // The record was in time; two people withdrew it later, and the candidate was told so.
      const isTold = found.state === 'not-reported' && store.wasWithdrawn(candidateId, found.choiceCode, found.by)
      return { owes: isTold ? null : found.state, at: found.by, since: null }
    },

    words(candidateId, name) {
      const page = 'self-arc-home'
      const [lapsed] = name === 'seat-lapsed' ? lapsedBy([candidateId]) : []
      if (lapsed) {
        const { round, choiceCode, state, by } = lapsed
        const params = (language: Language) => ({
          choiceCode,
          reason: translate(language, `admission:lapsed.${state}`, { by: formatDateTime(by, language) }),
          next: deps.aheadInWords(candidateId, round, language),
        })
        return { page, params }
      }
      const { choiceCode, runId, kind, round, by, loss } = owedBy([candidateId])[0]!
      const { institute, course } = store.place({ choiceCode, runId })
      const params = (language: Language) => ({
        act: translate(language, `signedin:seat.${kind}`, { round }),
        loss: translate(language, `signedin:seat.loss.${loss}`),
        by: formatDateTime(by!, language),
        choiceCode,
        institute,
        branch: course,
      })
      return { page, params }
    },
  }
}
