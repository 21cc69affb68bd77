import Type, { type Static } from 'typebox'
import { replyKinds } from '#server/domain/scrutiny/replies.ts'
import { contract, field } from '#server/http/shape.ts'

const words = () => field({ fault: 'replyText', maxLength: 1000, multiline: true, tidy: 'lines' })

/** A reply in both languages. `id`: of the one that it changes; `seen`: when that was last changed, as the form was filled in. */
export const ReplyForm = contract({
  id: Type.Optional(field({ fault: 'replyTemplate', maxLength: 9, pattern: '^[1-9][0-9]*$' })),
  seen: Type.Optional(field({ fault: 'replyTemplate', maxLength: 16, pattern: '^[1-9][0-9]*$' })),
  kind: Type.Enum([...replyKinds], { fault: 'replyKind' }),
  title: field({ fault: 'replyTitle', maxLength: 80 }),
  textEn: words(),
  textMr: words(),
})
export type ReplyForm = Static<typeof ReplyForm>

export const ReplyEnd = contract({ end: field({ fault: 'replyTemplate', maxLength: 9, pattern: '^[1-9][0-9]*$' }) })
