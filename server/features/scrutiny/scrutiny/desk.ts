import type { FileKind } from '#server/domain/application/document-rules.ts'
import { closingOf } from '#server/domain/application/editing.ts'
import {
  type ClaimsOutcome,
  type Conclusion,
  conclusionOf,
  type DiscrepancyReason,
  factsToCheck,
  isAboutDocument,
  isClaimFact,
  outcomesOf,
  reasonsFor,
  type ScrutinyFact,
  stepsToCorrect,
  type Verdict,
} from '#server/domain/scrutiny/scrutiny.ts'
import { mayTakeOver, reaches } from '#server/domain/scrutiny/workload.ts'
import { type AuditActor, auditActor } from '#server/domain/terms/audit.ts'
import type { StepNumber } from '#server/domain/terms/journey.ts'
import { regionOf } from '#server/domain/terms/regions.ts'
import { districtsWithin, mayTouch } from '#server/domain/terms/staff.ts'
import type { ScrutinyQueue } from '#server/domain/terms/states.ts'
import { parseForm } from '#server/http/shape.ts'
import type { Language } from '#server/kernel/languages.ts'
import { askedOf, type ListShape, listOfStore } from '#server/kernel/lists.ts'
import { type FieldFault, ok, type Refusal, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, minutes } from '#server/kernel/time.ts'
import type { Officer, ScrutinyDeps, ShownDocument, SubmittedForm } from './deps'
import { verdictForm } from './schema'
import { createShownFacts, type ShownFact } from './shown-facts'

/** A fact with its answers, its evidence, and its findings. */
export type FactView = ShownFact & {
  reasons: readonly DiscrepancyReason[]
  verdict: Verdict | null
  /** Judged in an earlier version, and changed by the candidate since. */
  isChanged: boolean
  /** Needs a look of its own: a document is missing, or the fact has changed since it was last judged. */
  isFlagged: boolean
  /** The steps that each reason opens for correction. */
  steps: Readonly<Partial<Record<DiscrepancyReason, readonly StepNumber[]>>>
}

export type ScrutinyView = {
  userId: string
  fullName: string
  queue: ScrutinyQueue
  version: number
  submittedAt: number
  officer: string | null
  holder: string | null
  /** This officer has picked it up and may judge it. */
  isMine: boolean
  /** No active officer holds it, so it can be picked up. */
  isFree: boolean
  /** Its holder has left it alone, or is on leave, so this officer may take it over. */
  mayTakeOver: boolean
  facts: readonly FactView[]
  /** What happens for each set of claims that fail alone. */
  outcomes: readonly ClaimsOutcome[]
  /** When the time for correcting a form sent back now ended; null if it has not. */
  closedAt: number | null
}

/** The columns of the queues; an index gives them in the order of submission. */
const queueShape: ListShape = {
  list: 'scrutiny',
  columns: [
    { key: 'userId', kind: 'text' },
    { key: 'fullName', kind: 'written' },
    { key: 'district', kind: 'text' },
    { key: 'claimedType', kind: 'text', isExtra: true },
    { key: 'claimedCategory', kind: 'text', isExtra: true },
    { key: 'submittedAt', kind: 'time', isSortable: true },
    { key: 'officer', kind: 'written' },
    { key: 'holder', kind: 'written' },
  ],
  filters: ['queue', 'mine', 'type', 'category', 'district'],
  order: 'submittedAt',
}

/**
 * Why a form is not finished; with its outcome, if the officer has to agree first. `closedAt`: since when a form that
 * goes back can no longer be corrected; null if it can.
 */
type FinishRefusal = Refusal & { conclusion?: Conclusion; key?: string; closedAt?: number | null }

/** The verdict of a fact that is accepted. */
const accepted = { isAccepted: true, reason: null, document: null, expected: '', found: '' } as const
const unknown = () => refuse('scrutiny-unknown', 404)

/** Forms of the whole state that are counted for each page: an index gives their number at once. */
const fewForms = 5000

/** An officer with more forms than these finds a page of them by looking at each form of a queue. */
const manyForms = 5000

/** The desk's side of scrutiny: queues, and one form at a time. */
export function createDesk(deps: ScrutinyDeps) {
  const { db, store, clock, course, forms, application, record } = deps
  const shownFacts = createShownFacts(deps)

  function reachOf(officer: Officer) {
    const districts = districtsWithin(officer)
    const hasMany = store.hasMany(officer.id, manyForms) ? 1 : 0
    return { officer: officer.id, hasMany, districts: districts && JSON.stringify(districts) }
  }

  const counted = new Map<string | null, { at: number; counts: Partial<Record<ScrutinyQueue, number>> }>()
  /**
   * The number of forms in each queue. Those of a region, and those of the whole state once there are thousands, are
   * counted once a minute.
   */
  function countsWithin(officer: Officer): Partial<Record<ScrutinyQueue, number>> {
    const now = clock.real()
    const districts = districtsWithin(officer)
    const reach = districts?.join() ?? null
    const known = counted.get(reach)
    if (known && now - known.at < minutes(1)) return known.counts
    const counts = store.counts(districts)
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    if (reach !== null || all > fewForms) counted.set(reach, { at: now, counts })
    return counts
  }

  /** A form in e-scrutiny within the officer's reach; null for any other. */
  function within(actor: Officer, userId: string) {
    const candidate = /^[A-Z]{2}[0-9]{8}$/.test(userId) ? store.candidate(userId) : undefined
    if (!candidate) return null
    if (!mayTouch(actor, { centre: null, institute: null, region: regionOf(candidate.district) })) return null
    const queue = store.queueOf(candidate.id)
    const version = application.versions(candidate.id)[0]
    return queue && version ? { ...candidate, queue, version: version.number, submittedAt: version.submittedAt } : null
  }

  type Form = NonNullable<ReturnType<typeof within>>

  const isAway = (officerId: number) => deps.team.awayOn(civilDate(clock.portal())).includes(officerId)

  /** When the holder of a form picked it up or last saved a decision; 0 if neither is known. */
  const lastTouch = ({ id, version }: Form, heldSince: number | null) =>
    Math.max(heldSince ?? 0, ...store.findings(id, version).map(({ at }) => at))

  /** An officer keeps a form until it is finished, released, taken over, or their account is closed. */
  function holding(actor: Officer, form: Form) {
    const { id, queue } = form
    const now = clock.portal()
    const { officer, holder, heldSince } = store.standing(id)
    const isHeld = queue === 'picked-up' && holder !== null && holder.disabledAt === null
    return {
      officer: officer?.name ?? null,
      holder: isHeld ? holder.name : null,
      isMine: isHeld && holder.id === actor.id,
      isFree: !isHeld && (queue === 'new' || queue === 'resubmitted' || queue === 'picked-up'),
      mayTakeOver: isHeld && holder.id !== actor.id && mayTakeOver(lastTouch(form, heldSince), isAway(holder.id), now),
    }
  }

  const factsOf = (candidateId: number) => factsToCheck(application.answers(candidateId))

  /** The content of a fact in a version, for comparison with another version. */
  function contentOf({ slug, questions, documents }: ScrutinyFact, form: SubmittedForm): string {
    const answers = questions.map((question) => slug && form.answers[slug]?.[question])
    return JSON.stringify([answers, form.documents.filter(({ kind }) => documents.includes(kind as FileKind))])
  }

  /** The verdicts so far; a fact accepted before and unchanged since counts as accepted again. */
  function verdictsOf({ id, version }: Form, facts: readonly ScrutinyFact[]) {
    const own = store.findings(id, version)
    const before = application.versions(id)[1]?.number
    const earlier = before === undefined ? [] : store.findings(id, before)
    const [now, then] = before ? [version, before].map((number) => application.snapshot(id, number)) : []
    return facts.map((fact) => {
      const known = earlier.find((finding) => finding.fact === fact.name)
      const isChanged = !!known && !!now && !!then && contentOf(fact, now) !== contentOf(fact, then)
      const kept = known?.isAccepted && !isChanged ? known : null
      return { fact, verdict: own.find((finding) => finding.fact === fact.name) ?? kept, isChanged }
    })
  }

  /** The verdicts in a posted form; facts without one are omitted. */
  function verdictsIn(facts: readonly ScrutinyFact[], given: Readonly<Record<string, unknown>>): Result<Verdict[]> {
    const parsed = parseForm(verdictForm(facts), given)
    if (!parsed.ok) return parsed
    const sent = parsed.value as Record<string, string | undefined>
    return ok(
      facts.flatMap(({ name: fact, documents }): Verdict[] => {
        const verdict = sent[`verdict-${fact}`]
        if (!verdict) return []
        if (verdict === 'accepted') return [{ ...accepted, fact }]
        const reason = (sent[`reason-${fact}`] as DiscrepancyReason | undefined) ?? null
        const document = (sent[`document-${fact}`] as FileKind | undefined) ?? documents[0] ?? null
        return [
          {
            fact,
            isAccepted: false,
            reason,
            document: reason && isAboutDocument(reason) ? document : null,
            expected: sent[`expected-${fact}`] ?? '',
            found: sent[`found-${fact}`] ?? '',
          },
        ]
      }),
    )
  }

  /** What is missing before the form can be finished. */
  function faultsOf(facts: readonly ScrutinyFact[], verdicts: readonly Verdict[]): FieldFault[] {
    return facts.flatMap(({ name }): FieldFault[] => {
      const verdict = verdicts.find(({ fact }) => fact === name)
      if (!verdict) return [{ field: `verdict-${name}`, code: 'scrutiny-verdict-missing' }]
      if (verdict.isAccepted) return []
      if (!verdict.reason || !reasonsFor(name).includes(verdict.reason))
        return [{ field: `reason-${name}`, code: 'scrutiny-reason-missing' }]
      return verdict.reason === 'differs' && !verdict.expected
        ? [{ field: `expected-${name}`, code: 'scrutiny-expected-missing' }]
        : []
    })
  }

  function save(actor: Officer, form: Form, given: Readonly<Record<string, unknown>>): Result<Verdict[]> {
    if (!holding(actor, form).isMine) return refuse('scrutiny-not-held', 409)
    const verdicts = verdictsIn(factsOf(form.id), given)
    if (!verdicts.ok) return verdicts
    const by = { officerId: actor.id, at: clock.portal() }
    for (const verdict of verdicts.value) store.putVerdict(form.id, form.version, verdict, by)
    return verdicts
  }

  /** Accepts the facts without a verdict that are not flagged; returns their number. */
  function acceptRest(actor: Officer, form: Form): number {
    const held = deps.documents(form.id).map(({ name }) => name)
    const rest = verdictsOf(form, factsOf(form.id)).filter(
      ({ fact, verdict, isChanged }) => !verdict && !isChanged && fact.documents.every((kind) => held.includes(kind)),
    )
    const by = { officerId: actor.id, at: clock.portal() }
    for (const { fact } of rest) {
      store.putVerdict(form.id, form.version, { ...accepted, fact: fact.name }, by)
    }
    return rest.length
  }

  /** When the time for correcting a form sent back now ended; null if it has not. */
  function correctionClosedAt(candidateId: number): number | null {
    const now = clock.portal()
    const end = closingOf({ submittedAt: now, lastRevertedAt: now }, application.windows(candidateId))
    return end !== null && end <= now ? end : null
  }

  const rulesFor = (candidateId: number) => ({
    forms,
    fees: application.feesOf(candidateId),
    eligibility: course.form.eligibility,
    paid: application.paid(candidateId),
  })

  const keyOf = (conclusion: Conclusion) =>
    conclusion.kind === 'revert'
      ? `revert ${conclusion.steps.join(' ')}`
      : `confirm ${conclusion.removed.join(' ')} ${conclusion.fee}`

  function viewOf(actor: Officer, form: Form, language: Language): ScrutinyView {
    const judged = verdictsOf(form, factsOf(form.id))
    const { userId, fullName, queue, version, submittedAt } = form
    return {
      userId,
      fullName,
      queue,
      version,
      submittedAt,
      ...holding(actor, form),
      facts: shownFacts(form, language).map((fact, place) => factView(fact, judged[place]!)),
      outcomes: outcomesOf(
        judged.map(({ fact }) => fact.name).filter(isClaimFact),
        application.answers(form.id),
        rulesFor(form.id),
      ),
      closedAt: correctionClosedAt(form.id),
    }
  }

  function factView(shown: ShownFact, { fact, verdict, isChanged }: ReturnType<typeof verdictsOf>[number]): FactView {
    const reasons = reasonsFor(fact.name)
    return {
      ...shown,
      reasons,
      steps: Object.fromEntries(reasons.map((reason) => [reason, stepsToCorrect(fact.name, reason)])),
      verdict,
      isChanged,
      isFlagged: isChanged || fact.documents.length > shown.documents.length,
    }
  }

  function form(actor: Officer, userId: string, language: Language): ScrutinyView | null {
    return db.transact(() => {
      const found = within(actor, userId)
      if (!found) return null
      record(auditActor(actor), 'scrutiny.opened', { candidateId: found.id }, { version: found.version })
      return viewOf(actor, found, language)
    })
  }

  /** Takes a form up, so that nobody else can. */
  function pickUp(actor: Officer, userId: string): Result<undefined> {
    return db.transact((): Result<undefined> => {
      const form = within(actor, userId)
      if (!form) return unknown()
      const { isMine, isFree, holder } = holding(actor, form)
      if (isMine) return ok()
      if (!isFree)
        return holder ? refuse('scrutiny-held', 409, { params: { holder } }) : refuse('scrutiny-not-waiting', 409)
      application.pickUp(form.id)
      store.put(form.id, { heldBy: actor.id, heldSince: clock.portal() })
      record(auditActor(actor), 'scrutiny.picked-up', { candidateId: form.id }, { version: form.version })
      return ok()
    })
  }

  /** The form that has waited longest for this officer: their own first, then anybody's; null if none waits. */
  function next(actor: Officer): string | null {
    for (const whose of [{ mine: 'yes' }, {}]) {
      for (const queue of ['resubmitted', 'new'] as const) {
        const [row] = store.list.piece(askedOf(queueShape, { queue, ...whose }), reachOf(actor), 1).rows
        if (row) return row.userId
      }
    }
    return null
  }

  return {
    /** The queues within reach: new forms, the longest waiting first, unless the address asks for others. */
    list: listOfStore({ shape: queueShape, reader: store.list, opensWith: { queue: 'new' }, reach: reachOf }),

    /** The number of forms in each queue, within reach. */
    counts: (actor: Officer) => countsWithin(actor),

    /** The facts of any candidate beside their documents; for callers that have authorised the look. */
    shownFacts,

    isWithinReach: (actor: Officer, userId: string): boolean => within(actor, userId) !== null,

    /** One form with all its facts; logs the look. Null if it is out of reach. */
    form,

    /** The same, answered once the log is on disk: simultaneous looks share the flush. */
    formSoon: (...opened: Parameters<typeof form>) => db.transactTogether(() => form(...opened)),

    /** A document of a form within reach; logs the look. Null if this officer may see no such document. */
    async document(actor: Officer, userId: string, name: string): Promise<ShownDocument | null> {
      const form = within(actor, userId)
      const file = form && (await deps.openDocument(form.id, name))
      if (!file) return null
      record(auditActor(actor), 'scrutiny.document-seen', { candidateId: form.id }, { document: name })
      return file
    },

    /** One page (from 1) of such a document as a picture; logs the look. */
    async page(actor: Officer, userId: string, name: string, page: number): Promise<Result<ShownDocument>> {
      const form = within(actor, userId)
      if (!form) return unknown()
      const opened = await deps.openPage(form.id, name, page, `staff:${actor.id}`)
      if (opened.ok)
        record(auditActor(actor), 'scrutiny.document-seen', { candidateId: form.id }, { document: name, page })
      return opened
    },

    /** Takes a form up, so that nobody else can. Refusals: `scrutiny-held`, `scrutiny-not-waiting` (409). */
    pickUp,

    /**
     * Takes over a form that a colleague holds and has left alone; their saved decisions stay, and what they have not
     * saved is refused. Refusals: `scrutiny-in-work` (409) while the holder is at it, and those of `pickUp`.
     */
    takeOver(actor: Officer, userId: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const form = within(actor, userId)
        if (!form) return unknown()
        const { isMine, isFree, holder, mayTakeOver } = holding(actor, form)
        if (isMine || isFree) return pickUp(actor, userId)
        if (holder === null) return refuse('scrutiny-not-waiting', 409)
        if (!mayTakeOver) return refuse('scrutiny-in-work', 409, { params: { holder } })
        store.put(form.id, { officerId: actor.id, heldBy: actor.id, heldSince: clock.portal() })
        record(auditActor(actor), 'scrutiny.taken-over', { candidateId: form.id }, { version: form.version })
        return ok()
      })
    },

    /**
     * Takes up the form that has waited longest, in one step, so that nobody else can take it in between. Null if none
     * waits.
     */
    takeNext(actor: Officer): Result<string | null> {
      return db.transact((): Result<string | null> => {
        const userId = next(actor)
        if (userId === null) return ok(null)
        const taken = pickUp(actor, userId)
        return taken.ok ? ok(userId) : taken
      })
    },

    /** Returns a form undecided; the verdicts so far stay. */
    release(actor: Officer, userId: string): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const form = within(actor, userId)
        if (!form) return unknown()
        if (!holding(actor, form).isMine) return refuse('scrutiny-not-held', 409)
        application.release(form.id)
        store.put(form.id, { heldBy: null, heldSince: null })
        record(auditActor(actor), 'scrutiny.released', { candidateId: form.id })
        return ok()
      })
    },

    /** Returns every form held by a closed account to its queue. */
    releaseHeldBy(officerId: number, by: AuditActor): void {
      for (const candidateId of store.heldBy(officerId)) {
        application.release(candidateId)
        store.put(candidateId, { heldBy: null, heldSince: null })
        record(by, 'scrutiny.released', { candidateId })
      }
    },

    /**
     * Saves the verdicts so far, unseen by the candidate. `isRestAccepted`: also accepts every other fact, except the
     * flagged ones, which need a look of their own. Source: rules §5.1.
     */
    save(
      actor: Officer,
      userId: string,
      given: Readonly<Record<string, unknown>>,
      { isRestAccepted = false } = {},
    ): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const form = within(actor, userId)
        if (!form) return unknown()
        const saved = save(actor, form, given)
        if (!saved.ok) return saved
        const rest = isRestAccepted ? acceptRest(actor, form) : 0
        record(auditActor(actor), 'scrutiny.saved', { candidateId: form.id }, { judged: saved.value.length, rest })
        return ok()
      })
    },

    /**
     * Ends the scrutiny of a form: it goes back, or is confirmed with or without its claims. Refuses with the outcome
     * until `agreed` names exactly that outcome. Refusals: `scrutiny-not-held`, `scrutiny-agree` (409), and
     * `check-answers` with a fault for each unjudged fact.
     */
    finish(
      actor: Officer,
      userId: string,
      given: Readonly<Record<string, unknown>>,
      agreed?: string,
    ): Result<Conclusion, FinishRefusal> {
      return db.transact((): Result<Conclusion, FinishRefusal> => {
        const form = within(actor, userId)
        if (!form) return unknown()
        const saved = save(actor, form, given)
        if (!saved.ok) return saved
        const facts = factsOf(form.id)
        const fields = faultsOf(facts, saved.value)
        if (fields.length) return refuse('check-answers', 422, { fields })
        const conclusion = conclusionOf(saved.value, application.answers(form.id), rulesFor(form.id))
        const key = keyOf(conclusion)
        if (agreed !== key) {
          const closedAt = conclusion.kind === 'revert' ? correctionClosedAt(form.id) : null
          return { ok: false, refusal: { ...refuse('scrutiny-agree', 409).refusal, conclusion, key, closedAt } }
        }
        const subject = { candidateId: form.id }
        store.tell(form.id, form.version, clock.portal())
        const { heldSince } = store.standing(form.id)
        const finishedAt = clock.portal()
        store.putJudgement({
          candidateId: form.id,
          version: form.version,
          officerId: actor.id,
          begunAt: heldSince ?? finishedAt,
          finishedAt,
          isReturned: conclusion.kind === 'revert',
        })
        store.put(form.id, { heldBy: null, heldSince: null })
        if (conclusion.kind === 'revert') {
          application.revert(form.id, conclusion.steps)
          record(auditActor(actor), 'scrutiny.reverted', subject, {
            version: form.version,
            steps: conclusion.steps.join(),
          })
        } else {
          if (conclusion.removed.length) application.removeClaims(form.id, conclusion.removed)
          application.confirm(form.id)
          const detail = { version: form.version, removed: conclusion.removed.join(), fee: conclusion.fee }
          record(auditActor(actor), 'scrutiny.confirmed', subject, detail)
        }
        return ok(conclusion)
      })
    },

    /**
     * Assigns a form in e-scrutiny to an officer who reaches it, evenly by the series of Application IDs; a form that
     * comes back stays with its officer. Officers on leave get none. Joins the transaction of the submission.
     */
    assign(candidateId: number): void {
      const { mode, userId } = application.facts(candidateId)
      const { officer } = store.standing(candidateId)
      const away = deps.team.awayOn(civilDate(clock.portal()))
      if (mode !== 1 || (officer && officer.disabledAt === null && !away.includes(officer.id))) return
      const { district } = store.candidate(userId)!
      const able = store.activeOfficers().flatMap((one) => (reaches(one, district) ? [one.id] : []))
      const present = able.filter((id) => !away.includes(id))
      // With everybody on leave, the form waits for the first of them to come back.
      const officers = present.length ? present : able
      store.put(candidateId, { officerId: officers[candidateId % officers.length] ?? null })
    },
  }
}
