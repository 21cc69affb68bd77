import Type from 'typebox'
import { contract, field } from '#server/http/shape.ts'

/** A list and the view of it that somebody sees: the part of the address after the question mark. */
const view = {
  list: field({ fault: 'deskList', maxLength: 40 }),
  search: Type.Optional(field({ fault: 'deskList', maxLength: 1000 })),
}

export const ListExport = contract(view)
export const ListView = contract({
  ...view,
  intent: Type.Enum(['save', 'delete'], { fault: 'deskList' }),
  name: field({ fault: 'viewName', maxLength: 60 }),
})
