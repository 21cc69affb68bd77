import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import { pagesMeant } from '#server/domain/desk/desk-menu.ts'
import type { Waiting } from '#server/domain/desk/waiting.ts'
import {
  channelsOf,
  courseValues,
  faultOfWords,
  idsOf,
  type MessagePart,
  type MessageTemplate,
  messageTemplates,
  mostSmsParts,
  type ProviderIds,
  partsOf,
  placeholdersIn,
  plainWords,
  readProviderId,
  smsParts,
  smsTemplates,
  titlePart,
  type Wording,
} from '#server/domain/messages/message-templates.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { candidateBase, href } from '#server/domain/terms/href.ts'
import { mayDo, type Officer, type StaffMember } from '#server/domain/terms/staff.ts'
import { parseForm } from '#server/http/shape.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { type Bilingual, type Language, languages } from '#server/kernel/languages.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import { saidBy, seek } from '#server/kernel/names.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import { messageIdsTable } from './ids-table'
import { fieldOf, idField, wordingForm } from './schema'
import type { TemplatesStore, TemplateVersion } from './store'

const shape: ListShape = {
  list: 'templates',
  columns: [
    { key: 'template', kind: 'text', isSortable: true },
    { key: 'channels', kind: 'text', isSortable: true },
    { key: 'wording', kind: 'written', isExtra: true },
    { key: 'wordingMr', kind: 'written', isExtra: true },
    { key: 'state', kind: 'text', isSortable: true },
  ],
  filters: ['template', 'channels', 'q', 'state'],
  order: 'template',
}

type TemplatesDeps = {
  db: Database
  store: TemplatesStore
  clock: Pick<Clock, 'portal'>
  course: Pick<Course, 'messageTemplateIds'>
  record: RecordAct
}

/** A part of a template for an editor. `placeholders`: those its wording may use. */
type TemplatePart = { part: MessagePart; words: Bilingual; placeholders: string[] }

/** `version`: 0 while the template has its original wording. */
type TemplateView = {
  template: MessageTemplate
  version: number
  isChanged: boolean
  parts: TemplatePart[]
  ids: ProviderIds
  /** Newest first. `what`: what the version changed. */
  versions: (TemplateVersion & { what: 'own' | 'changed' | 'ids' })[]
}

/** The provider's id of an SMS in one language. `changed`: the words are no longer those that the id was given for. */
export type IdLine = {
  template: MessageTemplate
  language: Language
  words: string
  id: string
  state: 'missing' | 'changed' | 'given'
}

/** An id as somebody gives it; the empty text takes it away. */
export type GivenId = Pick<IdLine, 'template' | 'language' | 'id'>

/** Does a wording change words, and not only ids? */
const hasWords = (wording: Wording | null): boolean => wording !== null && Object.keys(wording.texts).length > 0

const isTemplate = (name: string): name is MessageTemplate => Object.hasOwn(messageTemplates, name)

/** The wording that the portal ships, from the locale files. */
const ownWords = (template: MessageTemplate, part: MessagePart): Bilingual => ({
  en: pageTexts.en(`messages:${template}.${part}` as TextKey),
  mr: pageTexts.mr(`messages:${template}.${part}` as TextKey),
})

/** Examples that are the same in every language; the others are translated texts. */
const codes: Readonly<Record<string, string>> = {
  otp: '482913',
  minutes: '10',
  userId: 'ML24100001',
  host: 'admissions.example.org',
  link: `https://admissions.example.org${href(candidateBase('mbale'), 'verification', undefined, { stop: '4f1c9a' })}`,
  page: `https://admissions.example.org${href(candidateBase('mbale'), 'dashboard')}`,
  loginName: 'so.pune.1',
  left: '3',
  amount: '1,200',
  charge: '1,000',
  reference: 'ML24-000012',
  number: '2',
  fingerprint: 'a1b2c3d4e5f6',
  purpose: 'confirm-options',
  'code-at-centre.purpose': 'edit-at-centre',
  count: '12',
  first: '101110110, 102210110, 103310110',
  round: '1',
  choiceCode: '301210110',
  preference: '2',
  choices: '800110110, 800210110',
  was: '301110110',
  ...Object.fromEntries(
    ['received', 'answered', 'refused', 'approved'].map((said) => [`grievance-${said}.reference`, 'ML24-G00012']),
  ),
  ...Object.fromEntries(
    ['grievance', 'upheld', 'refused'].map((said) => [`verification-${said}.reference`, 'ML24-G00012']),
  ),
  ...Object.fromEntries(['received', 'answered'].map((said) => [`data-request-${said}.reference`, 'D-12'])),
  ...Object.fromEntries(
    ['special-order', 'seat-order', 'candidature-order', 'late-admission'].map((order) => [
      `${order}.reference`,
      'CET/2024/117',
    ]),
  ),
}

/** Examples that are texts of the portal, as its messages fill them in. */
const spoken: Readonly<Record<string, TextKey>> = {
  act: 'signedin:seat.verify',
  loss: 'signedin:seat.loss.seat',
  decision: 'acceptance:decision.freeze',
  fee: 'acceptance:message.fee-paid',
  fact: 'scrutiny:fact.category',
  awaited: 'reporting:told.awaited',
  kinds: 'documents:kind.caste-validity',
  'special-order.next': 'orders:next.extend',
  'seat-order.next': 'orders:next.withdraw-acceptance',
  'candidature-order.next': 'orders:next.cancel-application',
  'jk-choices-changed.reason': 'jkseats:choices.taken-out',
  'jk-admission-undone.reason': 'jkseats:choices.taken-out',
  'seat-ended.reason': 'admission:claim-failed.reason',
  'seat-ended.next': 'admission:claim-failed.next-round',
  'claims-removed.next': 'scrutiny:message.no-fee',
  'claims-unfulfilled.next': 'scrutiny:message.no-fee',
  'merit-provisional.next': 'merit:told.grievances',
  'seat-allotted.next': 'admission:act-by',
  'seat-kept.next': 'admission:act-by',
  'seat-not-allotted.next': 'admission:ahead.over',
  'verification-recorded.next': 'verification:next-by',
  'verification-upheld.next': 'verification:next-by',
  'verification-refused.next': 'verification:next-by',
  'seat-decided.next': 'acceptance:message.pay-by',
  'seat-accepted.next': 'acceptance:message.report-by',
  'return-recorded.mode': 'cancellation:mode.bank-transfer',
  why: 'payments:why.second-capture',
  known: 'payments:told.failed',
  'payment-failed.next': 'payments:told.again',
  'seat-fee-failed.next': 'payments:told.again',
  'checks-failed.body': 'health:check.missing-file',
  'publication-alarm.body': 'staff:alarm.unreleased',
}

/** The example for a placeholder in a preview, the template's own first; one without an example shows its name. */
function exampleOf(template: MessageTemplate, name: string, language: Language): string {
  for (const place of [`${template}.${name}`, name]) {
    const key = `templates:example.${place}` as TextKey
    const words = pageTexts[language](key)
    if (words !== key) return words
    const said = spoken[place]
    if (said) {
      const names = placeholdersIn(pageTexts.en(said))
      return pageTexts[language](
        said,
        Object.fromEntries(names.map((one) => [one, exampleOf(template, one, language)])),
      )
    }
    const code = codes[place]
    if (code !== undefined) return code
  }
  return `[${name}]`
}

/**
 * The wording of every message, which the cell changes at the desk: in both languages, with the provider's ids, version
 * by version. A message keeps the wording of the time it was written. Source: rules §10.1.
 */
export function createTemplates({ db, store, clock, course, record }: TemplatesDeps) {
  const newest = (template: MessageTemplate) => store.versions(template).at(-1)

  const wordsOf = (template: MessageTemplate, part: MessagePart, wording: Wording | null): Bilingual =>
    wording?.texts[part] ?? ownWords(template, part)

  /**
   * The wording of an older version of the portal may use placeholders that no longer exist; then the original wording
   * applies.
   */
  const isUsable = (template: MessageTemplate, { texts }: Wording): boolean =>
    partsOf(template).every((part) => {
      const own = ownWords(template, part).en
      return languages.every((language) => !texts[part] || faultOfWords(texts[part][language], own) === null)
    })

  const idWordsOf = (template: MessageTemplate, wording: Wording | null, ids: ProviderIds): ProviderIds => {
    const before = newest(template)?.wording ?? null
    const [had, words] = [idsOf(course.messageTemplateIds, template, before), wordsOf(template, 'sms', wording)]
    return Object.fromEntries(
      languages.flatMap((language): [Language, string][] =>
        ids[language] === undefined
          ? []
          : [[language, (ids[language] === had[language] && before?.idWords?.[language]) || words[language]]],
      ),
    )
  }

  function lineOf(template: MessageTemplate, language: Language): IdLine {
    const wording = newest(template)?.wording ?? null
    const words = wordsOf(template, 'sms', wording)[language]
    const id = idsOf(course.messageTemplateIds, template, wording)[language] ?? ''
    const isOther = (wording?.idWords?.[language] ?? words) !== words
    return { template, language, words, id, state: id === '' ? 'missing' : isOther ? 'changed' : 'given' }
  }

  const idLines = (): IdLine[] =>
    smsTemplates.flatMap((template) => languages.map((language) => lineOf(template, language)))

  /** Gives ids, each message's in one version; joins the caller's transaction. */
  function putIds(actor: StaffMember, given: readonly GivenId[]): void {
    for (const template of new Set(given.map((one) => one.template))) {
      const { texts = {}, ids: before = idsOf(course.messageTemplateIds, template, null) } =
        newest(template)?.wording ?? {}
      const changed = given.filter((one) => one.template === template).map(({ language, id }) => [language, id])
      const all = Object.entries<string>({ ...before, ...Object.fromEntries(changed) })
      const ids: ProviderIds = Object.fromEntries(all.filter(([, id]) => id !== ''))
      const wording: Wording = { texts, ids }
      wording.idWords = idWordsOf(template, wording, ids)
      const kept = wording && { ...wording, idWords: idWordsOf(template, wording, wording.ids) }
      const version = store.add({ template, wording: kept, madeAt: clock.portal(), madeBy: actor.id })
      record(auditActor(actor), 'templates.ids', { of: `template:${template}` }, { version })
    }
  }

  const versionsOf = (template: MessageTemplate): TemplateView['versions'] => {
    const versions = store.versions(template)
    const textsOf = (place: number) => JSON.stringify(versions[place]?.wording?.texts ?? {})
    return versions
      .map((version, place) => ({
        ...version,
        what:
          version.wording === null
            ? ('own' as const)
            : textsOf(place) === textsOf(place - 1)
              ? ('ids' as const)
              : ('changed' as const),
      }))
      .reverse()
  }

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

  /** Adds a version, unless another one was added after this editor looked. */
  function put(
    actor: StaffMember,
    template: MessageTemplate,
    wording: Wording | null,
    seen: number,
  ): Result<undefined> {
    return db.transact((): Result<undefined> => {
      if ((newest(template)?.id ?? 0) !== seen) return refuse('template-stale', 409)
      const kept = wording && { ...wording, idWords: idWordsOf(template, wording, wording.ids) }
      const version = store.add({ template, wording: kept, madeAt: clock.portal(), madeBy: actor.id })
      const act = wording === null ? 'templates.restored' : 'templates.changed'
      record(auditActor(actor), act, { of: `template:${template}` }, { version })
      return ok()
    })
  }

  /** Does the name of a message or its wording, in either language, contain a text? */
  function says(template: MessageTemplate, wording: Wording | null, text: string): boolean {
    const words = partsOf(template).flatMap((part) => Object.values(wordsOf(template, part, wording)))
    const isFound = seek(text)
    return [template, ...words].some((one) => isFound(saidBy(one)))
  }

  return {
    /** Every template with its subject or, if it has none, its words. `channels`: their names, with spaces between them. */
    list: listOfRows({
      shape,
      key: 'template',
      readsItself: ['q'],
      rows: (_: StaffMember, { filters }) =>
        (Object.keys(messageTemplates) as MessageTemplate[]).flatMap((template) => {
          const wording = newest(template)?.wording ?? null
          if (filters.q && !says(template, wording, filters.q)) return []
          const { en, mr } = wordsOf(template, titlePart(template), wording)
          const state: 'changed' | 'shipped' = hasWords(wording) ? 'changed' : 'shipped'
          return [{ template, channels: channelsOf(template).join(' '), wording: en, wordingMr: mr, state }]
        }),
    }),

    /** The messages that somebody may mean by a text in either language, the likeliest first: by their title, then by their words. */
    meant: (typed: string): { template: MessageTemplate; title: Bilingual }[] =>
      pagesMeant(
        typed,
        (Object.keys(messageTemplates) as MessageTemplate[]).map((template) => {
          const wording = newest(template)?.wording ?? null
          const title = wordsOf(template, titlePart(template), wording)
          const words = partsOf(template).flatMap((part) => Object.values(wordsOf(template, part, wording)))
          return {
            page: { template, title },
            name: Object.values(title).map(plainWords),
            about: [template.replaceAll('-', ' '), ...words.map(plainWords)],
          }
        }),
      ),

    /** The provider's id of each SMS in each language. */
    idLines,
    /** How many there are, and how many have no id or one that was given for other words. */
    idCounts() {
      const lines = idLines()
      const of = (state: IdLine['state']) => lines.filter((line) => line.state === state).length
      return { all: lines.length, missing: of('missing'), changed: of('changed') }
    },
    /** The texts by SMS that the networks do not deliver, for those who give them ids. */
    waiting(actor: Officer): Waiting[] {
      if (!mayDo(actor.role, 'settings')) return []
      const count = idLines().filter(({ state }) => state === 'missing').length
      return [
        { kind: 'message-ids', count, oldestAt: null, dueAt: null, page: 'message-ids', query: { status: 'missing' } },
      ]
    },
    /** The newest version of any message, as somebody sees it who changes ids. */
    newestVersion: store.newest,
    /**
     * Gives or takes away ids, all or none; those that stay as they are change nothing. `seen`: `newestVersion` when
     * they were typed. Refusals: `template-ids-stale` (409); a fault for an id that two messages would have.
     */
    changeIds(actor: StaffMember, given: readonly GivenId[], seen: number): Result<number> {
      return db.transact((): Result<number> => {
        if (store.newest() !== seen) return refuse('template-ids-stale', 409)
        const keyOf = ({ template, language }: Pick<IdLine, 'template' | 'language'>) => `${template} ${language}`
        const before = new Map(idLines().map((line) => [keyOf(line), line.id]))
        const changed = given.filter((one) => before.get(keyOf(one)) !== one.id)
        const after = new Map([...before, ...changed.map((one): [string, string] => [keyOf(one), one.id])])
        const fields = changed.flatMap((one): FieldFault[] => {
          if (one.id !== '' && readProviderId(one.id) === null)
            return [{ field: idField(one), code: 'templateId.invalid' }]
          const other = [...after].find(([key, id]) => id !== '' && id === one.id && key !== keyOf(one))?.[0]
          const params = { other: other ?? '' }
          return other === undefined ? [] : [{ field: idField(one), code: 'templateId.twice', params }]
        })
        if (fields.length) return refuse('check-answers', 422, { fields })
        putIds(actor, changed)
        return ok(changed.length)
      })
    },
    /** The ids as a table of the cell. */
    table: messageIdsTable({ lines: idLines, line: lineOf, put: putIds }),

    /** Null for an unknown name. */
    view(template: string): TemplateView | null {
      if (!isTemplate(template)) return null
      const current = newest(template)
      const wording = current?.wording ?? null
      return {
        template,
        version: current?.id ?? 0,
        isChanged: hasWords(wording),
        parts: partsOf(template).map((part) => ({
          part,
          words: wordsOf(template, part, wording),
          placeholders: [...new Set([...placeholdersIn(ownWords(template, part).en), ...courseValues])],
        })),
        ids: idsOf(course.messageTemplateIds, template, wording),
        versions: versionsOf(template),
      }
    },

    /** The wording in a posted form, checked against the template's placeholders. */
    drafted,

    /** Example values for a message in a preview. */
    examples: (template: MessageTemplate, language: Language): Record<string, string> =>
      Object.fromEntries(
        partsOf(template)
          .flatMap((part) => placeholdersIn(ownWords(template, part).en))
          .filter((name) => !(courseValues as readonly string[]).includes(name))
          .map((name) => [name, exampleOf(template, name, language)]),
      ),

    /** Changes the wording of future messages of this template. Refusals: `template-stale` (409), `check-answers`. */
    change(actor: StaffMember, template: MessageTemplate, body: unknown): Result<undefined> {
      const draft = drafted(template, body)
      return draft.ok ? put(actor, template, draft.value.wording, draft.value.version) : draft
    },

    /** Restores the wording that the portal ships for future messages of this template. */
    restore: (actor: StaffMember, template: MessageTemplate, seen: number): Result<undefined> =>
      put(actor, template, null, seen),

    /** The wording for a message written at `at` (the portal's clock); null for the template's original. */
    wording(template: MessageTemplate, at: number): Wording | null {
      const version = store.versions(template).findLast(({ madeAt }) => madeAt <= at)
      return version?.wording && isUsable(template, version.wording) ? version.wording : null
    },
  }
}

export type Templates = ReturnType<typeof createTemplates>
