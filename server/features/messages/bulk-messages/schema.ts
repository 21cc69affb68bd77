import Type, { type Static } from 'typebox'
import { audienceSegments, audienceStages, bulkRules } from '#server/domain/messages/audience.ts'
import { candidatureTypes, categories } from '#server/domain/terms/claims.ts'
import { contract, day, field, placeCode, timeOfDay } from '#server/http/shape.ts'

const tick = Type.Optional(Type.Literal(true))
const line = (fault: string, maxLength: number) => field({ fault, maxLength })
const lines = (fault: string) => field({ fault, maxLength: bulkRules.body, multiline: true, tidy: 'lines' })
const listed = { fault: 'bulkIds', maxLength: bulkRules.listed * 12, multiline: true, tidy: 'lines' } as const

/** A bulk message: its audience, its channels beside the message box, its words in both languages, and its time. */
export const NewBulkMessage = contract({
  stage: Type.Optional(Type.Enum(audienceStages, { fault: 'bulkStage' })),
  type: Type.Optional(Type.Enum(candidatureTypes, { fault: 'bulkType' })),
  category: Type.Optional(Type.Enum(categories, { fault: 'bulkCategory' })),
  district: Type.Optional(field({ fault: 'bulkDistrict', maxLength: 60 })),
  segment: Type.Optional(Type.Enum(audienceSegments, { fault: 'bulkSegment' })),
  institute: Type.Optional(placeCode('bulkInstitute')),
  ids: Type.Optional(field(listed)),
  bySms: tick,
  byWhatsapp: tick,
  byEmail: tick,
  titleEn: line('bulkTitle', bulkRules.title),
  titleMr: line('bulkTitle', bulkRules.title),
  bodyEn: lines('bulkBody'),
  bodyMr: lines('bulkBody'),
  smsEn: Type.Optional(line('bulkSms', bulkRules.smsEn)),
  smsMr: Type.Optional(line('bulkSms', bulkRules.smsMr)),
  date: Type.Optional(day('bulkDate')),
  time: Type.Optional(timeOfDay('bulkTime')),
})
export type NewBulkMessage = Static<typeof NewBulkMessage>

/** An act on a bulk message; to send it the admin has to say that it was checked. */
export const BulkAct = contract({
  intent: Type.Enum(['send', 'withdraw', 'stop'] as const, { fault: 'bulkAct' }),
  checked: tick,
})
export type BulkAct = Static<typeof BulkAct>
