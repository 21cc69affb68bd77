import { Type } from 'typebox'
import { rollCallAnswers } from '#server/domain/seats/roll-call.ts'

/** The answer to a roll-call. */
export const RollCallForm = Type.Object({ answer: Type.Enum([...rollCallAnswers], { fault: 'rollCallAnswer' }) })
