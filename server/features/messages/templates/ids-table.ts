import type { ImportTable } from '#server/domain/desk/imports.ts'
import { type MessageTemplate, readProviderId, smsTemplates } from '#server/domain/messages/message-templates.ts'
import { type CsvColumn, type CsvValues, readOneOf } from '#server/domain/terms/csv-table.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { type Language, languages } from '#server/kernel/languages.ts'
import type { GivenId, IdLine } from './service'

const columns: readonly CsvColumn[] = [
  { name: 'message', isRequired: true, example: 'login-otp', read: readOneOf(smsTemplates) },
  { name: 'language', isRequired: true, example: 'en', read: readOneOf(languages) },
  { name: 'words', longest: 400, example: 'Your OTP is {{otp}}.', isReference: true },
  {
    name: 'provider_id',
    longest: 60,
    example: '1107160000000041772',
    read: readProviderId,
    usualDigits: 19,
  },
]

const keyOf = ({ message = '', language = '' }: CsvValues): string => `${message} ${language}`

const valuesOf = ({ template, language, words, id }: IdLine): CsvValues => ({
  message: template,
  language,
  words,
  provider_id: id,
})

/**
 * The provider's ids of every SMS as a table of the cell, one line for each message and language. The words are there to
 * be handed to the provider; they are changed at the message. A complete file takes away the ids that it leaves out.
 */
export function messageIdsTable({
  lines,
  line,
  put,
}: {
  lines(): readonly IdLine[]
  line(template: MessageTemplate, language: Language): IdLine
  put(actor: StaffMember, given: readonly GivenId[]): void
}): ImportTable {
  const present = () => new Map(lines().map((line) => [keyOf(valuesOf(line)), valuesOf(line)]))
  return {
    kind: 'message-ids',
    permission: 'settings',
    columns,
    keyOf,
    needsSecondPerson: false,
    find(key) {
      const [template, language] = key.split(' ') as [MessageTemplate, Language]
      return valuesOf(line(template, language))
    },
    page: (after) => (after === '' ? [...present().values()] : []),
    gone: (values) => (values.provider_id === '' ? values : { ...values, provider_id: '' }),
    check() {
      const before = present()
      /** The entries that had their turn, and whose each id is among them. */
      const seen = new Set<string>()
      const owners = new Map<string, string>()
      function checkOne({ key, after }: { key: string; after: CsvValues | null }) {
        const { words = '', provider_id: id = '' } = after ?? {}
        seen.add(key)
        if (words !== (before.get(key)?.words ?? words)) return { column: 'words', why: 'words-differ' }
        if (id === '') return null
        const other = owners.get(id)
        if (other !== undefined) return { column: 'provider_id', why: 'id-twice', params: { value: id, other } }
        owners.set(id, key)
        return null
      }
      const atEnd = () =>
        [...before].flatMap(([key, { provider_id: id = '' }]) => {
          const other = owners.get(id)
          if (other === undefined || seen.has(key)) return []
          return [{ column: 'provider_id', why: 'id-held', params: { value: id, other, holder: key } }]
        })
      return Object.assign(checkOne, { atEnd })
    },
    apply(actor, changes) {
      put(
        actor,
        changes.flatMap(({ after }) => {
          if (!after) return []
          const { message, language, provider_id: id = '' } = after
          return [{ template: message as MessageTemplate, language: language as Language, id }]
        }),
      )
    },
  }
}
