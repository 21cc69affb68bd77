import Type, { type Static } from 'typebox'
import { candidatureTypes, categories } from '../../domain/application/form/claims'
import { audienceStages, bulkRules } from '../../domain/portal/audience'
import { contract, field } from '../../http/shape'

const tick = Type.Optional(Type.Literal(true))
const line = (fault: string, maxLength: number) => field({ fault, maxLength })
const lines = (fault: string) => field({ fault, maxLength: bulkRules.body, multiline: true, tidy: 'lines' })

/** A message to many: its audience, its channels beside the message box, and its words in both languages. */
export const NewBulkMessage = contract({
  stage: Type.Optional(Type.Enum(audienceStages, { fault: 'bulkStage' })),
  type: Type.Optional(Type.Enum(candidatureTypes, { fault: 'bulkType' })),
  category: Type.Optional(Type.Enum(categories, { fault: 'bulkCategory' })),
  district: Type.Optional(field({ fault: 'bulkDistrict', maxLength: 60 })),
  bySms: tick,
  byWhatsapp: tick,
  byEmail: tick,
  titleEn: line('bulkTitle', bulkRules.title),
  titleMr: line('bulkTitle', bulkRules.title),
  bodyEn: lines('bulkBody'),
  bodyMr: lines('bulkBody'),
  smsEn: Type.Optional(line('bulkSms', bulkRules.smsEn)),
  smsMr: Type.Optional(line('bulkSms', bulkRules.smsMr)),
})
export type NewBulkMessage = Static<typeof NewBulkMessage>

/** An act on a prepared message; to send it the admin has to say that it was checked. */
export const BulkAct = contract({
  intent: Type.Enum(['send', 'withdraw'] as const, { fault: 'bulkAct' }),
  checked: tick,
})
export type BulkAct = Static<typeof BulkAct>
