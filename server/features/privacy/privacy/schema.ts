import Type, { type Static } from 'typebox'
import { breachNotices } from '#server/domain/privacy/breaches.ts'
import { requestKinds, requestRules } from '#server/domain/privacy/requests.ts'
import { contract, day, field, timeOfDay } from '#server/http/shape.ts'

const words = (fault: string) => field({ fault, maxLength: requestRules.maxCharacters, multiline: true, tidy: 'lines' })

/** A candidate's request about their data. */
export const DataRequest = contract({
  kind: Type.Enum(requestKinds, { fault: 'requestKind' }),
  text: words('requestText'),
})
export type DataRequest = Static<typeof DataRequest>

/** The candidate takes a request back. */
export const Withdrawal = contract({
  request: field({ fault: 'dataRequest', maxLength: 9, pattern: '^[1-9][0-9]*$' }),
})

/** The officer's answer. `done`: the data is corrected or erased, or the matter is settled. */
export const RequestAnswer = contract({
  outcome: Type.Enum(['done', 'refused'] as const, { fault: 'requestOutcome' }),
  text: words('answerText'),
})
export type RequestAnswer = Static<typeof RequestAnswer>

/** What is known about a breach, for its notices. Date and time are India's. */
export const Breach = contract({
  noticedDate: day('noticedDate'),
  noticedTime: timeOfDay('noticedTime'),
  /** One sentence, in either language. */
  what: words('breachText'),
})
export type Breach = Static<typeof Breach>

/** What is known of a breach by now; what is left empty is not known yet. */
export const BreachFacts = contract({
  intent: Type.Literal('facts', { fault: 'breachNotice' }),
  people: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, fault: 'breachPeople' })),
  whatEn: Type.Optional(words('breachText')),
  whatMr: Type.Optional(words('breachText')),
  dataEn: Type.Optional(words('breachText')),
  dataMr: Type.Optional(words('breachText')),
  consequencesEn: Type.Optional(words('breachText')),
  consequencesMr: Type.Optional(words('breachText')),
  measuresEn: Type.Optional(words('breachText')),
  measuresMr: Type.Optional(words('breachText')),
  stepsEn: Type.Optional(words('breachText')),
  stepsMr: Type.Optional(words('breachText')),
})
export type BreachFacts = Static<typeof BreachFacts>

/** A notice of a breach has been sent. */
export const NoticeSent = contract({ notice: Type.Enum(breachNotices, { fault: 'breachNotice' }) })
