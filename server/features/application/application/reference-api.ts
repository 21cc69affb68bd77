import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { questionsOf } from '#server/domain/application/form/asked.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import { choiceKey, type ListEntry, type Lists, listNames, type StepForm } from '#server/domain/terms/question.ts'
import { answers } from '#server/http/api.ts'
import { sendPublic } from '#server/http/public-answer.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'

const text = Type.String()
const Entries = Type.Array(
  Type.Object({
    code: text,
    name: Type.String({ description: 'in the language of the request' }),
    en: text,
    mr: text,
    group: Type.Optional(Type.String({ description: 'the code of the entry that this one belongs to' })),
    alsoKnownAs: Type.Optional(Type.Array(text, { description: 'former names, abbreviations and other spellings' })),
  }),
)

/** Every list from which an answer can come, by name: the lists, and the vocabularies of the steps. */
function namedLists(
  forms: readonly StepForm[],
  portal: { lists?: Lists },
): ReadonlyMap<string, () => readonly ListEntry[]> {
  const lists = new Map<string, () => readonly ListEntry[]>(
    listNames.map((name) => [name, () => listsOf(portal).entries(name)]),
  )
  const keys = new Map<string, Map<string, TextKey>>()
  for (const { choices } of forms.flatMap(questionsOf)) {
    if (!choices) continue
    const known = keys.get(choices.vocabulary) ?? new Map<string, TextKey>()
    for (const code of choices.codes) known.set(code, choiceKey(choices, code) as TextKey)
    keys.set(choices.vocabulary, known)
  }
  for (const [name, known] of keys) {
    const entries = [...known].map(([code, key]) => ({ code, en: translate('en', key), mr: translate('mr', key) }))
    lists.set(name, () => entries)
  }
  return lists
}

/**
 * The vocabularies of the registration and of every step, for programs that draw the forms: no bearer needed, and any
 * cache may keep them. Source: rules §15.4.
 */
export function referenceApi(
  api: FastifyInstance,
  {
    forms,
    rules,
    language,
  }: { forms: readonly StepForm[]; rules: { lists?: Lists }; language(request: FastifyRequest): Language },
) {
  const lists = namedLists(forms, rules)
  api.get(
    '/reference',
    {
      schema: {
        summary: 'The names of the lists, each with its number of entries',
        response: answers(Type.Array(Type.Object({ list: text, entries: Type.Integer() }))),
      },
    },
    (request, reply) =>
      sendPublic(request, reply, {
        message: translate(language(request), 'http:done'),
        data: [...lists].map(([list, entries]) => ({ list, entries: entries().length })),
      }),
  )
  for (const [name, entries] of lists) {
    api.get(
      `/reference/${name}`,
      { schema: { summary: `The codes of ${name}, with their words in both languages`, response: answers(Entries) } },
      (request, reply) => {
        const spoken = language(request)
        return sendPublic(request, reply, {
          message: translate(spoken, 'http:done'),
          data: entries().map(({ code, en, mr, group, alsoKnownAs }) => ({
            code,
            name: spoken === 'mr' ? mr : en,
            en,
            mr,
            ...(group !== undefined && { group }),
            ...(alsoKnownAs && { alsoKnownAs }),
          })),
        })
      },
    )
  }
}
