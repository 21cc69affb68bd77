import type { Services } from '#server/features/index.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The centres that an account can be given. */
export const centreChoices = ({ directory }: Pick<Services, 'directory'>, language: Language) =>
  directory.centres().map(({ code, name }) => ({ code, name: name[language] }))
