import Type, { type Static } from 'typebox'
import { contract } from '../../http/shape'
import { stepUpProof } from '../../http/step-up'

const version = Type.Integer({
  minimum: 0,
  description: 'the version of the list that this is built on; 0 before the first save',
})

/** The list whole, best liked first. Whether its codes may be chosen is a rule; the bound is that of a body. */
export const OptionList = contract({
  version,
  choices: Type.Array(Type.String({ maxLength: 20, description: 'a choice code' }), { maxItems: 3000 }),
})
export type OptionList = Static<typeof OptionList>

/** The proof that an irreversible act takes. `version`: the list that was looked at; another one is refused. */
export const OptionConfirmation = contract({ version: Type.Optional(version), ...stepUpProof })
export type OptionConfirmation = Static<typeof OptionConfirmation>
