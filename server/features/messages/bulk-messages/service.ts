import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import { momentOf } from '#server/domain/admission/orders.ts'
import { type Audience, type BulkState, bulkRules, idsIn } from '#server/domain/messages/audience.ts'
import {
  type MessageChannel,
  type MessageTemplate,
  type MessageWay,
  smsParts,
  type Tell,
} from '#server/domain/messages/message-templates.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { findDistrict } from '#server/domain/terms/places.ts'
import { isReleased, type Releases } from '#server/domain/terms/release.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { tellNextPiece } from '#server/kernel/in-pieces.ts'
import { type Bilingual, type Language, languages } from '#server/kernel/languages.ts'
import { type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import type { OutboxRow } from '../messages/store'
import { createRecipients, type SegmentFacts } from './recipients'
import type { BulkAct, NewBulkMessage } from './schema'
import type { BulkMessagesStore, BulkRow, NamedBulk } from './store'

type Rendered = { text: string; subject?: string }

type BulkMessagesDeps = {
  db: Database
  store: BulkMessagesStore
  clock: Clock
  releases: Releases
  segments(): SegmentFacts
  tell: Tell
  /** The text of a message as a channel would carry it. */
  render(channel: MessageChannel, language: Language, values: Readonly<Record<string, string>>): Rendered
  /** How the messages of a batch have fared. */
  deliveryOf(batch: string): {
    counts: { channel: MessageChannel; state: OutboxRow['state']; count: number }[]
    failures: { userId: string; channel: MessageChannel; state: OutboxRow['state']; reason: string | null }[]
  }
  /** True while earlier bulk messages still wait: OTPs must not queue behind thousands. */
  isBusy(): boolean
  record: RecordAct
}

type BulkLine = { id: number; title: Bilingual; state: BulkState; preparedAt: number; sent: number }

/** A message with its dry run and its delivery. Times are epoch milliseconds. */
type BulkView = BulkLine & {
  audience: Omit<Audience, 'listed'> & { listed: number | null }
  channels: { bySms: boolean; byWhatsapp: boolean; byEmail: boolean }
  preparedBy: string
  mayRelease: boolean
  sendAt: number | null
  /** Recipients when it was prepared. */
  counted: number
  /** The first recipients now. */
  sample: { userId: string; fullName: string; language: Language }[]
  /** The message as each reader gets it. `parts`: of its SMS; null without one. */
  rendered: { language: Language; subject: string; text: string; sms: string | null; parts: number | null }[]
  delivery: ReturnType<BulkMessagesDeps['deliveryOf']>
}

const shape: ListShape = {
  list: 'bulk-message',
  columns: [
    { key: 'id', kind: 'text', isSortable: true },
    { key: 'title', kind: 'written' },
    { key: 'state', kind: 'text' },
    { key: 'preparedAt', kind: 'time' },
    { key: 'preparedByName', kind: 'text' },
    { key: 'decidedByName', kind: 'text', isExtra: true },
    { key: 'sendAt', kind: 'time', isExtra: true },
    { key: 'counted', kind: 'count' },
    { key: 'sent', kind: 'count' },
  ],
  filters: ['q', 'state'],
  order: '-id',
}

const template = 'from-the-cell' as const satisfies MessageTemplate
const batchOf = (id: number) => `bulk-message:${id}`
const everybody: Audience = {
  stage: null,
  type: null,
  category: null,
  district: null,
  segment: null,
  institute: null,
  listed: null,
}

/**
 * Messages from the cell to many candidates: prepared with a dry run, released by another person, sent by a job in pieces
 * from their time on, and stopped by anybody. Source: rules §10.8.
 */
export function createBulkMessages(deps: BulkMessagesDeps) {
  const { db, store, clock, tell, record } = deps
  const recipients = createRecipients(store, deps.segments)

  const release = deps.releases.of<NamedBulk>({
    kind: 'bulk-message',
    find: store.find,
    refusals: { unknown: 'bulk-unknown', decided: 'bulk-decided' },
    acts: {
      release: 'bulk-messages.released',
      discard: 'bulk-messages.withdrawn',
      publish: 'bulk-messages.begun',
    },
    publication: {
      job: 'bulk-messages',
      dueAt: ({ sendAt, decidedAt }) => sendAt ?? decidedAt,
      onPublish() {},
      announce() {},
    },
  })

  const stateOf = ({ state, stoppedAt, finishedAt }: BulkRow): BulkState => {
    if (state === 'discarded') return 'withdrawn'
    if (stoppedAt !== null) return 'stopped'
    if (finishedAt !== null) return 'sent'
    return state === 'published' ? 'sending' : isReleased(state) ? 'scheduled' : 'prepared'
  }
  const audienceOf = ({ stage, type, category, district, segment, institute, listed }: BulkRow) =>
    ({ stage, type, category, district, segment, institute, listed }) as Audience
  const lineOf = (row: BulkRow): BulkLine => ({
    id: row.id,
    title: { en: row.titleEn, mr: row.titleMr },
    state: stateOf(row),
    preparedAt: row.preparedAt,
    sent: row.sent,
  })
  const wordsOf = (row: BulkRow, language: Language) =>
    language === 'en'
      ? { title: row.titleEn, body: row.bodyEn, ...(row.smsEn && { sms: row.smsEn }) }
      : { title: row.titleMr, body: row.bodyMr, ...(row.smsMr && { sms: row.smsMr }) }

  /** Faults that no single field shows, and the audience if there are none. */
  function checked(input: NewBulkMessage): Result<{ audience: Audience; sendAt: number | null }> {
    const { district, segment, institute, ids, bySms, byWhatsapp, smsEn, smsMr, date, time } = input
    const needsSms = bySms || byWhatsapp
    const fields: FieldFault[] = []
    if (district !== undefined && !findDistrict(district.slice(0, 2), district))
      fields.push({ field: 'district', code: 'bulkDistrict.invalid' })
    if (institute !== undefined && !store.isInstitute(institute))
      fields.push({ field: 'institute', code: 'bulkInstitute.invalid' })
    if (needsSms && !smsEn) fields.push({ field: 'smsEn', code: 'bulkSms.required' })
    if (needsSms && !smsMr) fields.push({ field: 'smsMr', code: 'bulkSms.required' })
    const listed = listedIn(segment, ids, fields)
    const sendAt = date !== undefined || time !== undefined ? momentOf(date ?? '', time ?? '') : null
    if ((date !== undefined || time !== undefined) && sendAt === null)
      fields.push({ field: 'date', code: 'bulkDate.invalid' })
    else if (sendAt !== null && sendAt <= clock.portal()) fields.push({ field: 'date', code: 'bulkDate.past' })
    if (fields.length) return refuse('check-answers', 422, { fields })
    const { stage = null, type = null, category = null } = input
    const audience = {
      stage,
      type,
      category,
      district: district ?? null,
      segment: segment ?? null,
      institute: institute ?? null,
      listed,
    }
    return ok({ audience, sendAt })
  }

  /** The candidates of a pasted list, all of whom must exist; null without a list. */
  function listedIn(
    segment: Audience['segment'] | undefined,
    ids: string | undefined,
    fields: FieldFault[],
  ): string | null {
    if (segment !== 'listed') {
      if (ids) fields.push({ field: 'ids', code: 'bulkIds.unused' })
      return null
    }
    const typed = idsIn(ids ?? '')
    if (!typed.length) fields.push({ field: 'ids', code: 'bulkIds.required' })
    if (typed.length > bulkRules.listed)
      fields.push({ field: 'ids', code: 'bulkIds.too-many', params: { max: bulkRules.listed } })
    const known = store.idsOf(typed)
    const unknown = typed.filter((id) => !known.has(id))
    if (unknown.length && typed.length <= bulkRules.listed)
      fields.push({
        field: 'ids',
        code: 'bulkIds.unknown',
        params: { count: unknown.length, ids: unknown.slice(0, 5).join(', ').slice(0, 80) },
      })
    return JSON.stringify([...known.values()])
  }

  function waysOf({ byEmail, bySms, byWhatsapp }: BulkRow): MessageWay[] {
    return [
      'box',
      'push',
      ...(byEmail ? ['email' as const] : []),
      ...(bySms ? ['sms' as const] : []),
      ...(byWhatsapp ? ['whatsapp' as const] : []),
    ]
  }

  /** Stops a message that is being sent; those who have it keep it. */
  function stop(officer: StaffMember, id: number): Result<undefined> {
    return db.transact((): Result<undefined> => {
      const row = store.find(id)
      if (!row) return refuse('bulk-unknown', 404)
      if (stateOf(row) !== 'sending') return refuse('bulk-decided', 409)
      const now = clock.portal()
      store.change(id, { stoppedAt: now, stoppedBy: officer.id, finishedAt: now })
      record(auditActor(officer), 'bulk-messages.stopped', { of: batchOf(id) }, { sent: row.sent })
      return ok()
    })
  }

  return {
    /** Every message, the newest first. */
    list: listOfStore({ shape, reader: store.list, reach: (_: StaffMember) => ({}) }),

    /** Counts the recipients, saves the message and returns its number; nothing is sent before another person agrees. */
    async prepare(officer: StaffMember, input: NewBulkMessage): Promise<Result<number>> {
      const may = checked(input)
      if (!may.ok) return may
      const { audience, sendAt } = may.value
      const counted = await recipients.count(audience)
      if (counted === 0) return refuse('bulk-nobody')
      return db.transact((): Result<number> => {
        const { bySms = false, byWhatsapp = false, byEmail = false, smsEn = null, smsMr = null } = input
        const { titleEn, titleMr, bodyEn, bodyMr } = input
        const channels = { bySms, byWhatsapp, byEmail }
        const id = store.add({
          ...audience,
          ...channels,
          titleEn,
          titleMr,
          bodyEn,
          bodyMr,
          smsEn,
          smsMr,
          sendAt,
          counted,
          state: 'prepared',
          preparedBy: officer.id,
          preparedAt: clock.portal(),
        })
        const { listed, ...rest } = audience
        const detail = { ...rest, ...channels, listed: listed === null ? null : counted, counted }
        record(auditActor(officer), 'bulk-messages.prepared', { of: batchOf(id) }, detail)
        return ok(id)
      })
    },

    /** The dry run of a message, or its progress. It names candidates, so the look is logged. */
    view(officer: StaffMember, id: number): Result<BulkView> {
      const row = store.find(id)
      if (!row) return refuse('bulk-unknown', 404)
      const audience = audienceOf(row)
      const { bySms, byWhatsapp, byEmail } = row
      const state = stateOf(row)
      const isWaiting = state === 'prepared' || state === 'scheduled'
      const delivery = deps.deliveryOf(batchOf(id))
      const sample = isWaiting ? recipients.first(audience) : []
      if (sample.length || delivery.failures.length)
        record(auditActor(officer), 'bulk-messages.read', { of: batchOf(id) }, { named: sample.length })
      return ok({
        ...lineOf(row),
        audience: {
          ...audience,
          listed: audience.listed === null ? null : (JSON.parse(audience.listed) as number[]).length,
        },
        channels: { bySms, byWhatsapp, byEmail },
        preparedBy: row.preparedByName,
        mayRelease: release.mayRelease(row, officer),
        sendAt: row.sendAt,
        counted: row.counted ?? row.sent,
        sample: sample.map(({ userId, fullName, language }) => ({ userId, fullName, language })),
        rendered: languages.map((language) => renderedIn(row, language)),
        delivery,
      })
    },

    /** Another person confirms a message for sending; anybody withdraws it, or stops it while it is being sent. */
    decide(officer: StaffMember, id: number, { intent, checked: isChecked }: BulkAct): Result<unknown> {
      if (intent === 'stop') return stop(officer, id)
      if (intent === 'withdraw') return release.discard(officer, id)
      if (!isChecked)
        return refuse('check-answers', 422, { fields: [{ field: 'checked', code: 'bulkChecked.required' }] })
      return release.release(officer, id)
    },

    /** The number of candidates with an account. */
    countEverybody: (): number => store.countEverybody(),

    /**
     * Tells a segment of the candidates, null everybody, through every channel but WhatsApp, about an act that two persons
     * have approved. Joins the transaction of that act; the job sends it.
     */
    tellMany(
      by: { preparedBy: number; releasedBy: number },
      segment: Audience['segment'],
      { title, body, sms }: Record<'title' | 'body' | 'sms', Bilingual>,
    ): void {
      const now = clock.portal()
      store.add({
        ...everybody,
        segment,
        bySms: true,
        byWhatsapp: false,
        byEmail: true,
        titleEn: title.en,
        titleMr: title.mr,
        bodyEn: body.en,
        bodyMr: body.mr,
        smsEn: sms.en,
        smsMr: sms.mr,
        counted: segment === null ? store.countEverybody() : null,
        state: 'published',
        preparedBy: by.preparedBy,
        preparedAt: now,
        decidedBy: by.releasedBy,
        decidedAt: now,
      })
    },

    /** A job: begins messages whose time has come, and sends the next piece once the previous one has been delivered. */
    sendDue(): void {
      release.publishDue()
      tellNextPiece({
        db,
        due: store.underWay,
        isBusy: () => deps.isBusy(),
        next: (row) => recipients.next(audienceOf(row), row.sentUpTo),
        tell(row, { id }): undefined {
          tell(id, template, (language) => wordsOf(row, language), { by: waysOf(row), batch: batchOf(row.id) })
        },
        keep: (row, { upTo, told, isDone }) =>
          store.change(row.id, {
            sentUpTo: upTo ?? row.sentUpTo,
            sent: row.sent + told,
            finishedAt: isDone ? clock.portal() : null,
          }),
      })
    },
  }

  /** The message as a reader of this language gets it. */
  function renderedIn(row: BulkRow, language: Language): BulkView['rendered'][number] {
    const words = wordsOf(row, language)
    const mail = deps.render('email', language, words)
    const sms = words.sms === undefined ? null : deps.render('sms', language, words).text
    return {
      language,
      subject: mail.subject ?? words.title,
      text: mail.text,
      sms,
      parts: sms === null ? null : smsParts(sms),
    }
  }
}

export type BulkMessages = ReturnType<typeof createBulkMessages>
