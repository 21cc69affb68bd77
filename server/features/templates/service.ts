import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import type { CourseProfile } from '../../courses/course'
import { auditActor, type RecordAct } from '../../domain/audit'
import {
  courseValues,
  faultOfWords,
  type MessagePart,
  type MessageTemplate,
  messageTemplates,
  mostSmsParts,
  partsOf,
  placeholdersIn,
  smsParts,
  type Wording,
} from '../../domain/message-templates'
import type { StaffRole } from '../../domain/staff'
import { parseForm } from '../../http/shape'
import type { TextKey } from '../../i18n/keys'
import { pageTexts } from '../../i18n/texts'
import { type Bilingual, type Language, languages } from '../../kernel/languages'
import { type FieldFault, ok, type Result, refuse } from '../../kernel/result'
import { fieldOf, wordingForm } from './schema'
import type { TemplatesStore, TemplateVersion } from './store'

type Writer = { id: number; loginName: string; role: StaffRole }

export type TemplatesDeps = {
  db: Database
  store: TemplatesStore
  clock: Pick<Clock, 'portal'>
  course: Pick<CourseProfile, 'messageTemplateIds'>
  record: RecordAct
}

/** A part of a template as an editor needs it. `placeholders`: what its words may name. */
export type TemplatePart = { part: MessagePart; words: Bilingual; placeholders: string[] }

/** `version`: 0 as long as nothing has been put in place of the template's own words. */
export type TemplateView = {
  template: MessageTemplate
  version: number
  isChanged: boolean
  parts: TemplatePart[]
  ids: Partial<Record<Language, string>>
  /** Newest first. */
  versions: TemplateVersion[]
}

/** A message as somebody would read it. `sms`: how many parts it takes. */
export type PreviewedPart = { part: MessagePart; text: string; smsParts: number | null }

export const isTemplate = (name: string): name is MessageTemplate => Object.hasOwn(messageTemplates, name)

/** The words that the portal ships; the locale files hold them. */
const ownWords = (template: MessageTemplate, part: MessagePart): Bilingual => ({
  en: pageTexts.en(`messages:${template}.${part}` as TextKey),
  mr: pageTexts.mr(`messages:${template}.${part}` as TextKey),
})

/** Examples that are the same in every language; the others are texts. */
const codes: Readonly<Record<string, string>> = {
  otp: '482913',
  minutes: '10',
  userId: 'ML24100001',
  link: 'https://admissions.example.org/mbale/candidate/verification?stop=4f1c9a',
  amount: '1,200',
  reference: 'ML24-000012',
  number: '2',
  fingerprint: 'a1b2c3d4e5f6',
  purpose: 'confirm-options',
  count: '12',
  first: '101110110, 102210110, 103310110',
  round: '1',
  choiceCode: '301210110',
  preference: '2',
}

/** What stands for a placeholder in a preview; one that nobody has thought of shows its name. */
function exampleOf(name: string, language: Language): string {
  const key = `templates:example.${name}` as TextKey
  const words = codes[name] ?? pageTexts[language](key)
  return words === key ? `[${name}]` : words
}

/**
 * The words of every message, which the cell changes at the desk: in both languages, with the provider's ids, version
 * by version. A message keeps the words that counted when it was written. Source: decisions §10.
 */
export function createTemplates({ db, store, clock, course, record }: TemplatesDeps) {
  const newest = (template: MessageTemplate) => store.versions(template).at(-1)

  const wordsOf = (template: MessageTemplate, part: MessagePart, wording: Wording | null): Bilingual =>
    wording?.texts[part] ?? ownWords(template, part)

  /** Words of an older version of the portal may name what messages no longer say; then the own words count. */
  const isUsable = (template: MessageTemplate, { texts }: Wording): boolean =>
    partsOf(template).every((part) => {
      const own = ownWords(template, part).en
      return languages.every((language) => !texts[part] || faultOfWords(texts[part][language], own) === null)
    })

  function drafted(template: MessageTemplate, body: unknown): Result<{ wording: Wording; version: number }> {
    const form = parseForm(wordingForm(template), body)
    if (!form.ok) return form
    const sent = form.value as Record<string, string | undefined>
    const wording: Wording = {
      texts: Object.fromEntries(
        partsOf(template).map((part) => [part, { en: sent[fieldOf(part, 'en')]!, mr: sent[fieldOf(part, 'mr')]! }]),
      ),
      ids: Object.fromEntries(
        languages.flatMap((language) => {
          const id = sent[fieldOf('id', language)]
          return id === undefined ? [] : [[language, id]]
        }),
      ),
    }
    const fields = partsOf(template).flatMap((part) =>
      languages.flatMap((language): FieldFault[] => {
        const fault = faultOfWords(wording.texts[part]![language], ownWords(template, part).en)
        const field = fieldOf(part, language)
        if (fault) return [{ field, code: `templateWords.${fault.code}`, params: { names: fault.names } }]
        const parts = part === 'sms' ? smsParts(wording.texts.sms![language]) : 0
        return parts > mostSmsParts ? [{ field, code: 'templateWords.too-many-parts', params: { count: parts } }] : []
      }),
    )
    return fields.length ? refuse('check-answers', 422, { fields }) : ok({ wording, version: Number(sent.version) })
  }

  /** Adds a version, unless somebody else has added one since this one's editor looked. */
  function put(actor: Writer, template: MessageTemplate, wording: Wording | null, seen: number): Result<undefined> {
    return db.transact((): Result<undefined> => {
      if ((newest(template)?.id ?? 0) !== seen) return refuse('template-stale', 409)
      const version = store.add({ template, wording, madeAt: clock.portal(), madeBy: actor.id })
      const act = wording === null ? 'templates.restored' : 'templates.changed'
      record(auditActor(actor), act, { of: `template:${template}` }, { version })
      return ok()
    })
  }

  return {
    /** Every template with its words in one language as they count now. */
    list: (language: Language) =>
      (Object.keys(messageTemplates) as MessageTemplate[]).map((template) => {
        const wording = newest(template)?.wording ?? null
        const parts = partsOf(template)
        return {
          template,
          channels: messageTemplates[template],
          isChanged: wording !== null,
          words: wordsOf(template, parts[0]!, wording)[language],
        }
      }),

    /** Null for a name that no template has. */
    view(template: string): TemplateView | null {
      if (!isTemplate(template)) return null
      const current = newest(template)
      const wording = current?.wording ?? null
      return {
        template,
        version: current?.id ?? 0,
        isChanged: wording !== null,
        parts: partsOf(template).map((part) => ({
          part,
          words: wordsOf(template, part, wording),
          placeholders: [...new Set([...placeholdersIn(ownWords(template, part).en), ...courseValues])],
        })),
        ids: wording?.ids ?? course.messageTemplateIds[template] ?? {},
        versions: [...store.versions(template)].reverse(),
      }
    },

    /** The words of a posted form, held against what the template may say. */
    drafted,

    /** Values that stand for a message's own in a preview. */
    examples: (template: MessageTemplate, language: Language): Record<string, string> =>
      Object.fromEntries(
        partsOf(template)
          .flatMap((part) => placeholdersIn(ownWords(template, part).en))
          .filter((name) => !(courseValues as readonly string[]).includes(name))
          .map((name) => [name, exampleOf(name, language)]),
      ),

    /** From now on messages of this template have these words. Refusals: `template-stale` (409), `check-answers`. */
    change(actor: Writer, template: MessageTemplate, body: unknown): Result<undefined> {
      const draft = drafted(template, body)
      return draft.ok ? put(actor, template, draft.value.wording, draft.value.version) : draft
    },

    /** From now on messages of this template have the words that the portal ships. */
    restore: (actor: Writer, template: MessageTemplate, seen: number): Result<undefined> =>
      put(actor, template, null, seen),

    /** What counted for a message that was written at `at` (the portal's clock); null: the template's own words. */
    wording(template: MessageTemplate, at: number): Wording | null {
      const version = store.versions(template).findLast(({ madeAt }) => madeAt <= at)
      return version?.wording && isUsable(template, version.wording) ? version.wording : null
    },
  }
}

export type Templates = ReturnType<typeof createTemplates>
