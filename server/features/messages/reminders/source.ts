import type { MessageParams, MessageSecrets } from '#server/domain/messages/message-templates.ts'
import type { ReminderFacts, ReminderName, ReminderOf, ReminderSubject } from '#server/domain/messages/reminders.ts'
import type { CandidateRoute } from '#server/domain/terms/routes.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Instant } from '#server/kernel/time.ts'

/**
 * An instant of which people are reminded. `about`: what it belongs to, such as an activity or a round; a moved deadline
 * keeps it. `only`: the candidates to whom alone it applies; without them it may concern everybody.
 */
export type ReminderInstant = { about: string; at: Instant; only?: readonly number[] }

/** Candidates by id: those after the first up to and including the second. */
export type IdRange = { after: number; upTo: number }

/**
 * The facts of a candidate. `at`: their own instant, which an order may have moved; null if they have none. `since`:
 * when the state began that the reminder is about, by the portal's clock; null if it is not known.
 */
type FoundFacts<Subject extends ReminderSubject> = ReminderFacts[Subject] & {
  at: Instant | null
  since: Instant | null
}

/**
 * What a message says. `page`: where the candidate does what they are reminded of, which the message names as `{{page}}`;
 * `params`: its other values.
 */
type ReminderWords = {
  page: Exclude<CandidateRoute, `${string}:${string}`>
  params(language: Language): MessageParams
  /** A link of the candidate's own, which is kept under a seal. */
  secrets?: MessageSecrets
}

/** What a feature knows about its subject, for all reminders of it. Everything is synchronous and only reads. */
export type ReminderSource<Subject extends ReminderSubject> = {
  /** The instants that may be near now, past ones included. Cheap: it is asked at every tick. */
  instants(name: ReminderOf<Subject>, now: Instant): readonly ReminderInstant[]
  /** The number of candidates whose ids one look should cover. */
  look: number
  /** The ids in a range whom a reminder may concern, in order: a rough choice, by which most are left out. */
  among(name: ReminderOf<Subject>, instant: ReminderInstant, range: IdRange): readonly number[]
  /** The facts now; null if the subject does not concern the candidate. */
  facts(candidateId: number, name: ReminderOf<Subject>, instant: ReminderInstant): FoundFacts<Subject> | null
  /** What the message says to a candidate. */
  words(candidateId: number, name: ReminderOf<Subject>, instant: ReminderInstant): ReminderWords
  /** What else follows when somebody is reminded, in the same transaction. */
  onTold?(candidateId: number): void
}

export type ReminderSources = { readonly [Subject in ReminderSubject]: ReminderSource<Subject> }

/** A source as the code that handles every reminder sees it. */
export type AnySource = ReminderSource<ReminderSubject> & {
  instants(name: ReminderName, now: Instant): readonly ReminderInstant[]
}
