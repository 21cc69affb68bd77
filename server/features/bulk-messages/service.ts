import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { type Audience, bulkRules } from '../../domain/audience'
import { auditActor, type RecordAct } from '../../domain/audit'
import type { MessageChannel, MessageTemplate } from '../../domain/message-templates'
import { findDistrict } from '../../domain/places'
import type { StaffRole } from '../../domain/staff'
import type { Bilingual, Language } from '../../kernel/languages'
import { type FieldFault, ok, type Result, refuse } from '../../kernel/result'
import type { BulkAct, NewBulkMessage } from './schema'
import type { BulkMessagesStore, BulkRow } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }

export type BulkMessagesDeps = {
  db: Database
  store: BulkMessagesStore
  clock: Clock
  /** Writes to the outbox, in the open transaction. */
  send(message: {
    candidateId: number
    channel: MessageChannel
    to: string
    template: MessageTemplate
    language: Language
    params: Record<string, string>
  }): void
  /** Puts a message into the box, in the open transaction. */
  keep(message: {
    candidateId: number
    template: MessageTemplate
    language: Language
    params: Record<string, string>
  }): void
  /** Whether what was sent to many before still waits: OTPs must not queue behind thousands. */
  isBusy(): boolean
  kickOutbox(): void
  record: RecordAct
}

/** `prepared` waits for its second confirmation; `sending` is on its way; the other two have ended. */
export type BulkState = 'prepared' | 'sending' | 'sent' | 'withdrawn'

export type BulkLine = { id: number; title: Bilingual; state: BulkState; preparedAt: number; sent: number }

/** A message with its dry run: to how many it would go now, and to whom first. */
export type BulkView = BulkLine & {
  audience: Audience
  channels: { bySms: boolean; byWhatsapp: boolean; byEmail: boolean }
  body: Bilingual
  sms: Bilingual | null
  preparedBy: string
  recipients: number
  sample: { userId: string; language: Language }[]
}

export type BulkMessages = ReturnType<typeof createBulkMessages>

const everybody: Audience = { stage: null, type: null, category: null, district: null }

const template = 'from-the-cell' as const satisfies MessageTemplate

/**
 * Messages of the cell to many candidates: prepared, looked at with whom they would reach, sent by a job in pieces. Each
 * piece and how far it came are one transaction, so that nobody is written to twice. Source: decisions §10.
 */
export function createBulkMessages(deps: BulkMessagesDeps) {
  const { db, store, clock, send, keep, isBusy, kickOutbox, record } = deps

  const stateOf = ({ withdrawnAt, finishedAt, releasedAt }: BulkRow): BulkState => {
    if (withdrawnAt !== null) return 'withdrawn'
    if (finishedAt !== null) return 'sent'
    return releasedAt === null ? 'prepared' : 'sending'
  }
  const audienceOf = ({ stage, type, category, district }: BulkRow) => ({ stage, type, category, district }) as Audience
  const lineOf = (row: BulkRow): BulkLine => ({
    id: row.id,
    title: { en: row.titleEn, mr: row.titleMr },
    state: stateOf(row),
    preparedAt: row.preparedAt,
    sent: row.sent,
  })

  /** What one field alone cannot see: a district that is none, an SMS without words. */
  function faultsOf({ district, bySms, byWhatsapp, smsEn, smsMr }: NewBulkMessage): FieldFault[] {
    const needsSms = bySms || byWhatsapp
    return [
      ...(district !== undefined && !findDistrict(district.slice(0, 2), district)
        ? [{ field: 'district', code: 'bulkDistrict.invalid' }]
        : []),
      ...(needsSms && !smsEn ? [{ field: 'smsEn', code: 'bulkSms.required' }] : []),
      ...(needsSms && !smsMr ? [{ field: 'smsMr', code: 'bulkSms.required' }] : []),
    ]
  }

  function sendTo(row: BulkRow, candidates: ReturnType<BulkMessagesStore['recipients']>): void {
    const words = {
      en: { title: row.titleEn, body: row.bodyEn, sms: row.smsEn },
      mr: { title: row.titleMr, body: row.bodyMr, sms: row.smsMr },
    }
    for (const { id: candidateId, mobile, email, language, isOnWhatsapp } of candidates) {
      const { title, body, sms } = words[language]
      const params = { title, body }
      const message = { candidateId, template, language }
      keep({ ...message, params })
      if (row.byEmail) send({ ...message, channel: 'email', to: email, params })
      if (sms && row.bySms) send({ ...message, channel: 'sms', to: mobile, params: { sms } })
      if (sms && row.byWhatsapp && isOnWhatsapp) send({ ...message, channel: 'whatsapp', to: mobile, params: { sms } })
    }
  }

  return {
    latest: (): BulkLine[] => store.latest(30).map(lineOf),

    /** Writes a message down; nothing is sent before `decide`. Answers with its number. */
    prepare(officer: Officer, input: NewBulkMessage): Result<number> {
      const fields = faultsOf(input)
      if (fields.length) return refuse('check-answers', 422, { fields })
      return db.transact((): Result<number> => {
        const { stage = null, type = null, category = null, district = null, ...rest } = input
        const { bySms = false, byWhatsapp = false, byEmail = false, smsEn = null, smsMr = null, ...words } = rest
        const audience = { stage, type, category, district }
        const channels = { bySms, byWhatsapp, byEmail }
        const prepared = { preparedBy: officer.id, preparedAt: clock.portal() }
        const id = store.add({ ...audience, ...channels, smsEn, smsMr, ...words, ...prepared })
        record(
          auditActor(officer),
          'bulk-messages.prepared',
          { of: `bulk-message:${id}` },
          { ...audience, ...channels },
        )
        return ok(id)
      })
    },

    /** The dry run of a message, or how far it has come. */
    view(id: number): Result<BulkView> {
      const row = store.find(id)
      if (!row) return refuse('bulk-unknown', 404)
      const audience = audienceOf(row)
      const { bySms, byWhatsapp, byEmail, smsEn, smsMr } = row
      return ok({
        ...lineOf(row),
        audience,
        channels: { bySms, byWhatsapp, byEmail },
        body: { en: row.bodyEn, mr: row.bodyMr },
        sms: smsEn && smsMr ? { en: smsEn, mr: smsMr } : null,
        preparedBy: row.preparedByName,
        recipients: store.count(audience),
        sample: store.recipients(audience, 0, bulkRules.sample).map(({ userId, language }) => ({ userId, language })),
      })
    },

    /** The second confirmation, or the end of it. */
    decide(officer: Officer, id: number, { intent, checked }: BulkAct): Result<undefined> {
      if (intent === 'send' && !checked) {
        return refuse('check-answers', 422, { fields: [{ field: 'checked', code: 'bulkChecked.required' }] })
      }
      return db.transact((): Result<undefined> => {
        const row = store.find(id)
        if (!row) return refuse('bulk-unknown', 404)
        if (stateOf(row) !== 'prepared') return refuse('bulk-decided', 409)
        const now = clock.portal()
        const of = { of: `bulk-message:${id}` }
        if (intent === 'withdraw') {
          store.change(id, { withdrawnAt: now, finishedAt: now })
          record(auditActor(officer), 'bulk-messages.withdrawn', of)
          return ok()
        }
        store.change(id, { releasedBy: officer.id, releasedAt: now })
        const recipients = store.count(audienceOf(row))
        record(auditActor(officer), 'bulk-messages.released', of, { recipients })
        return ok()
      })
    },

    /** How many have an account. */
    countEverybody: (): number => store.count(everybody),

    /**
     * Tells everybody by every way but WhatsApp what two persons have answered for in another act; in its transaction.
     * The job sends it.
     */
    tellEverybody(
      by: { preparedBy: number; releasedBy: number },
      { title, body, sms }: Record<'title' | 'body' | 'sms', Bilingual>,
    ): void {
      const now = clock.portal()
      const channels = { bySms: true, byWhatsapp: false, byEmail: true }
      const id = store.add({
        ...everybody,
        ...channels,
        titleEn: title.en,
        titleMr: title.mr,
        bodyEn: body.en,
        bodyMr: body.mr,
        smsEn: sms.en,
        smsMr: sms.mr,
        preparedBy: by.preparedBy,
        preparedAt: now,
      })
      store.change(id, { releasedBy: by.releasedBy, releasedAt: now })
    },

    /** The next piece of what is on its way, once the one before has been delivered. A job. */
    sendDue(): void {
      if (!store.underWay() || isBusy()) return
      db.transact(() => {
        const row = store.underWay()
        if (!row) return
        const candidates = store.recipients(audienceOf(row), row.sentUpTo, bulkRules.perTick)
        sendTo(row, candidates)
        const isDone = candidates.length < bulkRules.perTick
        store.change(row.id, {
          sentUpTo: candidates.at(-1)?.id ?? row.sentUpTo,
          sent: row.sent + candidates.length,
          finishedAt: isDone ? clock.portal() : null,
        })
      })
      kickOutbox()
    },
  }
}
