import type { CandidatureType, Category } from '../application/form/claims'

/** The stages of an application that a message can address. */
export const audienceStages = ['not-submitted', 'in-scrutiny', 'sent-back', 'confirmed'] as const
type AudienceStage = (typeof audienceStages)[number]

/** The audience of a message from the cell; null matches everybody. `district`: its code. */
export type Audience = {
  stage: AudienceStage | null
  type: CandidatureType | null
  category: Category | null
  district: string | null
}

/** An SMS in Latin script has one part; Devanagari takes up to four. */
export const bulkRules = { smsEn: 160, smsMr: 268, title: 120, body: 2000, perTick: 300, sample: 5 } as const
