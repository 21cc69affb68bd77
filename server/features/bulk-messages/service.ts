import type { Database } from '../../../db/client'
import type { Clock } from '../../adapters/clock'
import { type Audience, bulkRules } from '../../domain/portal/audience'
import { auditActor, type RecordAct } from '../../domain/portal/audit'
import type { MessageTemplate, MessageWay, Tell } from '../../domain/portal/message-templates'
import { findDistrict } from '../../domain/portal/places'
import type { StaffRole } from '../../domain/portal/staff'
import type { Bilingual, Language } from '../../kernel/languages'
import { type FieldFault, ok, type Result, refuse } from '../../kernel/result'
import type { BulkAct, NewBulkMessage } from './schema'
import type { BulkMessagesStore, BulkRow } from './store'

type Officer = { id: number; loginName: string; role: StaffRole }

type BulkMessagesDeps = {
  db: Database
  store: BulkMessagesStore
  clock: Clock
  tell: Tell
  /** True while earlier bulk messages still wait: OTPs must not queue behind thousands. */
  isBusy(): boolean
  record: RecordAct
}

/** `prepared` waits for its second confirmation; `sending` is in progress; the other two are final. */
export type BulkState = 'prepared' | 'sending' | 'sent' | 'withdrawn'

type BulkLine = { id: number; title: Bilingual; state: BulkState; preparedAt: number; sent: number }

/** A message with its dry run: the number of candidates it would reach now, and the first of them. */
type BulkView = BulkLine & {
  audience: Audience
  channels: { bySms: boolean; byWhatsapp: boolean; byEmail: boolean }
  body: Bilingual
  sms: Bilingual | null
  preparedBy: string
  recipients: number
  sample: { userId: string; language: Language }[]
}

const everybody: Audience = { stage: null, type: null, category: null, district: null }

const template = 'from-the-cell' as const satisfies MessageTemplate

/**
 * Messages from the cell to many candidates: prepared, reviewed with their recipients, sent by a job in pieces. Each
 * piece and its progress are one transaction, so that nobody is written to twice. Source: rules §10.1.
 */
export function createBulkMessages(deps: BulkMessagesDeps) {
  const { db, store, clock, tell, isBusy, record } = deps

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

  /** Faults that no single field shows: an unknown district, an SMS without words. */
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
      en: { title: row.titleEn, body: row.bodyEn, ...(row.smsEn && { sms: row.smsEn }) },
      mr: { title: row.titleMr, body: row.bodyMr, ...(row.smsMr && { sms: row.smsMr }) },
    }
    const by: MessageWay[] = ['box']
    if (row.byEmail) by.push('email')
    if (row.bySms) by.push('sms')
    if (row.byWhatsapp) by.push('whatsapp')
    for (const { id } of candidates) tell(id, template, (language) => words[language], { by })
  }

  return {
    latest: (): BulkLine[] => store.latest(30).map(lineOf),

    /** Saves a message and returns its number; nothing is sent before `decide`. */
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

    /** The dry run of a message, or its progress. */
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

    /** Confirms a message for sending, or withdraws it. */
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

    /** The number of candidates with an account. */
    countEverybody: (): number => store.count(everybody),

    /**
     * Tells everybody, through every channel but WhatsApp, about an act that two persons have approved. Joins the
     * transaction of that act; the job sends it.
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

    /** A job: sends the next piece once the previous one has been delivered. */
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
    },
  }
}
