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
  people: Type.Integer({ minimum: 0, maximum: 10_000_000, fault: 'breachPeople' }),
  whatEn: words('breachText'),
  whatMr: words('breachText'),
  dataEn: words('breachText'),
  dataMr: words('breachText'),
  consequencesEn: words('breachText'),
  consequencesMr: words('breachText'),
  measuresEn: words('breachText'),
  measuresMr: words('breachText'),
  stepsEn: words('breachText'),
  stepsMr: words('breachText'),
})
export type Breach = Static<typeof Breach>

/** A notice of a breach has been sent. */
export const NoticeSent = contract({ notice: Type.Enum(breachNotices, { fault: 'breachNotice' }) })
