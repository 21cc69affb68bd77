import type { CandidatureType, Category } from './application-form/claims'

/** How far somebody must have come to be written to. */
export const audienceStages = ['not-submitted', 'in-scrutiny', 'sent-back', 'confirmed'] as const
export type AudienceStage = (typeof audienceStages)[number]

/** Whom a message of the cell is for; null lets everybody through. `district`: its code. */
export type Audience = {
  stage: AudienceStage | null
  type: CandidatureType | null
  category: Category | null
  district: string | null
}

/** Latin SMS are one part; Devanagari takes up to four. */
export const bulkRules = { smsEn: 160, smsMr: 268, title: 120, body: 2000, perTick: 300, sample: 5 } as const
