import { randomBytes } from 'node:crypto'
import type { PaymentGateway } from '#server/adapters/payment-gateway/payment-gateway.ts'
import type { Delivery, Sender } from '#server/adapters/sender.ts'
import type { Course } from '#server/courses/course.ts'
import type { Waiting, WaitingKind } from '#server/domain/desk/waiting.ts'
import { idsOf, type MessageTemplate, smsTemplates } from '#server/domain/messages/message-templates.ts'
import { type CellSetting, cellSettings } from '#server/domain/season/cell-settings.ts'
import {
  examplesIn,
  isSetUp,
  isWithin,
  type Lack,
  type Lacks,
  lacksNothing,
  missingOfLacks,
  openableWithout,
  type SetUpFacts,
  type SetUpItem,
  type SetUpLine,
  setUpLines,
  type TestedItem,
} from '#server/domain/season/set-up.ts'
import { type AuditDetail, auditActor } from '#server/domain/terms/audit.ts'
import { uploadedPdfs } from '#server/domain/terms/public-pdfs.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import { mayDo, type StaffMember } from '#server/domain/terms/staff.ts'
import type { Messages } from '#server/features/messages/messages/service.ts'
import type { Templates } from '#server/features/messages/templates/service.ts'
import type { Housekeeping } from '#server/features/operations/housekeeping/service.ts'
import type { Directory } from '#server/features/seats/directory/service.ts'
import { rupees } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import type { Notices } from '../notices/service'
import type { TestMessage } from './schema'
import type { ContentDeps } from './service'
import { openingKey, type SettingProposal } from './store'

type SetUpDeps = ContentDeps & {
  releases: Releases
  course: Pick<Course, 'form' | 'messageTemplateIds'>
  notices: Pick<Notices, 'undated' | 'schedule'>
  /** The newest value of a setting. */
  valueNow(setting: CellSetting): unknown
  directory: Pick<Directory, 'centres'>
  templates: Pick<Templates, 'wording' | 'examples' | 'idCounts'>
  housekeeping: Pick<Housekeeping, 'view' | 'backUp'>
  senders: Readonly<Record<'sms' | 'email', Sender>>
  preview: Messages['preview']
  gateway: Pick<PaymentGateway, 'createOrder' | 'triesOf'>
}

/** The messages with which the senders are tried; the SMS is another one if only that has an id. */
const triedWith = { sms: 'registration-otp', email: 'recovery-otp' } as const satisfies Record<string, MessageTemplate>

/** What tells whoever gets a test message that it is one, in any language. */
const testMark = 'TEST'

/** Example values of which the first says that the message is a test: the words around them are those that the provider knows. */
const markedAsTest = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value], place) => [name, place ? value : `${testMark} ${value}`]),
  )

/** The audit log's names of what a portal was opened without. */
const lackInAudit = {
  'template-ids': 'withoutId',
  rules: 'rulesMissing',
  example: 'examples',
} as const satisfies Record<Lack, string>

/** The newest version of each setting. */
type Snapshot = Readonly<Record<string, number>>
/** What two people look at when they open a portal. `without`: what it lacks, and why that may be. */
type Opening = { settings: Snapshot; without: Lacks; reason: string | null }

/** An opening that waits for another person. */
type WaitingOpening = {
  id: number
  preparedByName: string
  preparedAt: number
  mayApprove: boolean
  isOutdated: boolean
} & Pick<Opening, 'without' | 'reason'>

/**
 * The set-up of an empty portal: what is complete, what is missing, the tests, and the opening by two people.
 * Source: rules §13.3.
 */
export function createSetUp(deps: SetUpDeps) {
  const { db, store, clock, record } = deps

  const examplesOf = (setting: CellSetting): readonly string[] => examplesIn(deps.valueNow(setting))

  function rulesMissing(): number {
    const uploaded = new Set(store.files().map(({ address }) => address))
    return uploadedPdfs.filter((file) => !uploaded.has(file)).length
  }

  const facts = (): SetUpFacts => {
    const { institutes, roles } = store.staffing()
    return {
      undated: deps.notices.undated().length,
      past: deps.notices.schedule().filter(({ state }) => state === 'past').length,
      centres: deps.directory.centres().length,
      needsCentres: deps.course.form.modes.includes(2),
      withoutId: deps.templates.idCounts().missing,
      backups: deps.housekeeping.view().backups.length,
      // Once candidates come in, a date passes as it should.
      ...(store.isOpened() && { past: 0 }),
      set: new Set(cellSettings.filter((setting) => store.versions(setting).length > 0)),
      marks: new Set(store.marks().map(({ item }) => item as TestedItem)),
      examples: new Map(cellSettings.map((setting) => [setting, examplesOf(setting)])),
      inHand: new Set<SetUpItem>(store.isScheduleInHand() ? ['dates'] : []),
      institutes,
      admins: roles.admin ?? 0,
      officers: roles.so ?? 0,
      rulesMissing: rulesMissing(),
    }
  }

  const snapshot = (): Snapshot =>
    Object.fromEntries(cellSettings.map((setting) => [setting, store.versions(setting).at(-1)?.id ?? 0]))
  const openingOf = ({ value }: Pick<SettingProposal, 'value'>) => value as Opening
  const lacking = ({ without }: Opening) => missingOfLacks(without).length > 0
  const detailOf = ({ without }: Opening): AuditDetail =>
    Object.fromEntries(missingOfLacks(without).map(({ what, count }) => [lackInAudit[what], count]))
  const isOutdated = (row: Pick<SettingProposal, 'value'>) =>
    JSON.stringify(openingOf(row).settings) !== JSON.stringify(snapshot())
  const waiting = () => store.waiting().find(({ key }) => key === openingKey)

  const release = deps.releases.of<SettingProposal>({
    kind: 'setting',
    waitsAs: 'opening',
    find(id) {
      const found = store.proposal(id)
      return found?.key === openingKey ? found : undefined
    },
    refusals: { unknown: 'unknown-proposal', decided: 'proposal-decided' },
    acts: { release: 'content.opened', discard: 'content.opening-discarded' },
    subject: () => ({ of: 'portal' }),
    detail(row) {
      return detailOf(openingOf(row))
    },
    mayRelease(row) {
      if (store.isOpened()) return refuse('already-open', 409)
      if (isOutdated(row)) return refuse('opening-outdated', 409)
      const without = openableWithout(facts())
      if (without === null) return refuse('set-up-incomplete', 409)
      // More are missing than the two people agreed to.
      return isWithin(without, openingOf(row).without) ? ok() : refuse('opening-outdated', 409)
    },
    onRelease({ id }) {
      store.setProposalVersion(id, store.open(clock.portal()))
      return ok()
    },
  })

  /** Ticks an item whose test has succeeded. */
  function mark(actor: StaffMember, item: TestedItem): void {
    db.transact(() => {
      store.mark({ item, at: clock.portal(), by: actor.id })
      record(auditActor(actor), 'content.set-up-checked', { of: `set-up:${item}` })
    })
  }

  /** Sends a message at once, outside the outbox: the test shows what the provider says. */
  function send(channel: 'sms' | 'email', to: string): Promise<Delivery> {
    const wordingOf = (one: MessageTemplate) => deps.templates.wording(one, clock.portal())
    const idOf = (one: MessageTemplate) => idsOf(deps.course.messageTemplateIds, one, wordingOf(one)).en
    const usual = triedWith[channel]
    const template = channel === 'email' || idOf(usual) ? usual : (smsTemplates.find(idOf) ?? usual)
    const wording = wordingOf(template)
    const said = deps.preview({
      template,
      channel,
      language: 'en',
      values: markedAsTest(deps.templates.examples(template, 'en')),
      wording,
    })
    return deps.senders[channel].send({
      idempotencyKey: `set-up-${randomBytes(8).toString('hex')}`,
      channel,
      to,
      template,
      templateId: idOf(template),
      language: 'en',
      ...said,
      ...(said.subject !== undefined && { subject: `${testMark}: ${said.subject}` }),
    })
  }

  /** Places an order of one rupee with the payment gateway and reads it back; the reason if that fails. */
  async function tryGateway(): Promise<string | null> {
    const amount = rupees(1)
    const order = await deps.gateway.createOrder({ reference: `test-${randomBytes(8).toString('hex')}`, amount })
    if (!order.ok) return order.reason
    const tries = await deps.gateway.triesOf(order.value.orderId)
    return tries.ok ? null : tries.reason
  }

  return {
    isOpened: store.isOpened,
    /** Every item with what is missing. */
    lines: (): SetUpLine[] => setUpLines(facts()),
    isComplete: (): boolean => isSetUp(facts()),

    /** Sends an SMS and an e-mail at once; ticks the item if the providers accept both. */
    async testMessage(actor: StaffMember, { mobile, email }: TestMessage): Promise<Result<undefined>> {
      const told = [await send('sms', mobile), await send('email', email)]
      const failed = told.find(({ kind }) => kind !== 'sent')
      if (failed && failed.kind !== 'sent')
        return refuse('test-message-failed', 409, { params: { reason: failed.reason } })
      mark(actor, 'message')
      return ok()
    },
    /** Ticks the item if the gateway takes an order under the portal's keys. */
    async testPayment(actor: StaffMember): Promise<Result<undefined>> {
      const reason = await tryGateway()
      if (reason !== null) return refuse('test-payment-failed', 409, { params: { reason } })
      mark(actor, 'payment')
      return ok()
    },
    /** Makes a backup; refuses with the error's words if that fails. */
    async testBackup(): Promise<Result<undefined>> {
      try {
        await deps.housekeeping.backUp()
        return ok()
      } catch (error) {
        return refuse('test-backup-failed', 409, { params: { reason: error instanceof Error ? error.message : '' } })
      }
    },

    /**
     * The parts that miss something, for those who set the portal up, until it is opened; from then on what it still lacks, on
     * the page where that is put right.
     */
    work(actor: StaffMember): Waiting[] {
      if (!mayDo(actor.role, 'settings')) return []
      const line = (kind: WaitingKind, page: Waiting['page'], count: number): Waiting => {
        return { kind, page, count, oldestAt: null, dueAt: null }
      }
      if (!store.isOpened())
        return [line('set-up', 'set-up', setUpLines(facts()).filter(({ missing }) => missing.length > 0).length)]
      return [
        line('rule-pdf', 'downloads', rulesMissing()),
        line('example-value', 'settings', cellSettings.filter((setting) => examplesOf(setting).length > 0).length),
      ]
    },
    /** The examples that a setting still holds. */
    examplesOf,

    /** The opening that waits for another person; null if nobody has proposed one. */
    waiting(actor: StaffMember): WaitingOpening | null {
      const found = waiting()
      if (!found) return null
      const { id, preparedByName, preparedAt } = found
      return {
        id,
        preparedByName,
        preparedAt,
        mayApprove: release.mayRelease(found, actor),
        isOutdated: isOutdated(found),
        without: openingOf(found).without,
        reason: openingOf(found).reason,
      }
    },
    /** What the portal lacked when two people opened it, and why; null if nothing. */
    openedWithout(): Pick<Opening, 'without' | 'reason'> | null {
      const opened = store.approved(openingKey).at(-1)
      return opened && lacking(openingOf(opened)) ? openingOf(opened) : null
    },
    /** What the portal would lack if it were opened now; null while anything is missing that no reason replaces. */
    openableWithout: (): Lacks | null => openableWithout(facts()),
    /**
     * Proposes to open the portal with the settings as they are now. `reason`: why it may open although it lacks
     * something; needed then only.
     */
    propose(actor: StaffMember, reason: string | null = null): Result<undefined> {
      return db.transact((): Result<undefined> => {
        if (store.isOpened()) return refuse('already-open', 409)
        if (waiting()) return refuse('setting-waits', 409)
        const without = openableWithout(facts())
        if (without === null) return refuse('set-up-incomplete', 409)
        const isReasonNeeded = !isWithin(without, lacksNothing)
        if (isReasonNeeded && reason === null)
          return refuse('check-answers', 422, { fields: [{ field: 'reason', code: 'openingReason.required' }] })
        const opening: Opening = { settings: snapshot(), without, reason: isReasonNeeded ? reason : null }
        store.addProposal({
          key: openingKey,
          value: opening,
          effectiveAt: null,
          base: 0,
          orderNumber: null,
          state: 'prepared',
          preparedAt: clock.portal(),
          preparedBy: actor.id,
        })
        record(auditActor(actor), 'content.opening-proposed', { of: 'portal' }, detailOf(opening))
        return ok()
      })
    },
    /** Opens the portal, unless a setting has changed since it was proposed. */
    open(actor: StaffMember, id: number): Result<SettingProposal> {
      const done = release.release(actor, id)
      if (done.ok) deps.onChanged()
      return done
    },
    discard: (actor: StaffMember, id: number): Result<SettingProposal> => release.discard(actor, id),
  }
}
