import Type, { type Static } from 'typebox'
import { contract } from '#server/http/shape.ts'
import { stepUpProof } from '#server/http/step-up.ts'

const version = Type.Integer({
  minimum: 0,
  description: 'the version of the list that this is built on; 0 before the first save',
})

/** The whole list, most preferred first. A rule decides which codes may be chosen; the bound only limits the body. */
export const OptionList = contract({
  version,
  choices: Type.Array(Type.String({ maxLength: 20, description: 'a choice code' }), { maxItems: 3000 }),
})
export type OptionList = Static<typeof OptionList>

/** The proof of an irreversible act. `version`: the list that the candidate looked at; another one is refused. */
export const OptionConfirmation = contract({ version: Type.Optional(version), ...stepUpProof })
export type OptionConfirmation = Static<typeof OptionConfirmation>

/** A star set or taken away by a button (`on:900110110`), and the page of the portal to return to. */
export const StarButton = contract({
  star: Type.String({ maxLength: 24 }),
  next: Type.Optional(Type.String({ maxLength: 2000 })),
})
export type StarButton = Static<typeof StarButton>

/** A star by the API. */
export const StarChange = contract({ starred: Type.Boolean() })
export type StarChange = Static<typeof StarChange>
