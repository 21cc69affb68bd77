import type { ApplicationSheet } from '../../domain/application-sheet'
import { type CapRound, isCapRound } from '../../domain/cap-rounds'
import type { JkSeatOf } from '../../domain/jk-seating'
import { isMeritStage, type MeritStage } from '../../domain/merit-lists'
import type { MeritStanding } from '../../domain/merit-pages'
import type {
  Acknowledged,
  AcknowledgementFacts,
  AllotmentLetterFacts,
  AllottedLetter,
  ApplicationFormFacts,
  ConfirmedOptions,
  Issued,
  JkLetterFacts,
  MeritLetterFacts,
  OptionFormFacts,
  PaidDue,
  ReceiptFacts,
} from '../../domain/printable'
import { optionFormNumber, optionFormOf, type PrintableKind, type Printed } from '../../domain/verification-code'
import type { Language } from '../../kernel/languages'
import { ok, type Result, refuse } from '../../kernel/result'
import { type Instant, minutes } from '../../kernel/time'
import { createCodes } from './codes'
import type { PrintablesStore } from './store'

export type PrintablesDeps = {
  store: PrintablesStore
  clock: { portal(): Instant; real(): Instant }
  limits: { count(key: string, windowMs: number, now: number): { count: number; resetsAt: number } }
  secret: string
  portal: string
  /** The labelled application: as submitted in a version, or (null) as it stands now. Null before anything is filled in. */
  sheet(candidateId: number, version: number | null, language: Language): ApplicationSheet | null
  /** The picture of a submitted version, or (null) the one that is there now; null where there is none. */
  picture(candidateId: number, kind: 'photo' | 'signature', version: number | null): Promise<Uint8Array | null>
  /** A payment of this candidate that counts as paid; null for any other. */
  receipt(candidateId: number, paymentId: number, language: Language): PaidDue | null
  /** What a confirmed form is acknowledged with; null where it is not confirmed. */
  acknowledgement(candidateId: number, language: Language): Acknowledged | null
  /** A candidate's places in the list in force of a stage; null where they stand in none. */
  merit(candidateId: number, stage: MeritStage): MeritStanding | null
  /** A confirmed option form of a round; null where it is not confirmed. */
  options(candidateId: number, round: CapRound, language: Language): ConfirmedOptions | null
  /** What a published round's letter states; null where that round allotted no seat. */
  allotment(candidateId: number, round: number, language: Language): AllottedLetter | null
  /** The seat of a J&K migrant; null where there is none. */
  jkSeat(candidateId: number): JkSeatOf | null
  /** One printer for each document; null when the press has no room for another job. */
  press: {
    applicationForm(facts: ApplicationFormFacts): Promise<Uint8Array | null>
    receipt(facts: ReceiptFacts): Promise<Uint8Array | null>
    acknowledgement(facts: AcknowledgementFacts): Promise<Uint8Array | null>
    meritLetter(facts: MeritLetterFacts): Promise<Uint8Array | null>
    optionForm(facts: OptionFormFacts): Promise<Uint8Array | null>
    allotmentLetter(facts: AllotmentLetterFacts): Promise<Uint8Array | null>
    jkLetter(facts: JkLetterFacts): Promise<Uint8Array | null>
  }
}

type Actor = { candidateId: number }

/** A finished document, and how a device should name the file. */
export type PrintedFile = { bytes: Uint8Array; fileName: string }

/** What the check of a code says, and nothing beyond it. */
export type Verification = {
  kind: PrintableKind
  userId: string
  /** The version of an application; null for other documents and drafts. */
  version: number | null
  /** When what is printed came into being; null for a draft. */
  issuedAt: Instant | null
  state:
    | 'valid'
    | 'superseded'
    | 'reopened'
    | 'draft'
    | 'refunded'
    | 'replaced'
    | 'list-superseded'
    | 'list-unlocked'
    | 'later-round'
}

/** Checks of codes from one address: many for a counter with a queue before it, too few to guess 48 bits. */
const checksPerWindow = 60
const checkWindow = minutes(10)

/** Seconds after which a full press has surely printed some of its queue. */
const busySeconds = 5

/** Documents on paper: printed in the background threads, checked by their codes. */
export function createPrintables(deps: PrintablesDeps) {
  const { store, clock } = deps
  const codes = createCodes(deps.secret, deps.portal)

  function issuedTo(printed: Printed, language: Language): Issued {
    const person = store.person(printed.candidateId)
    if (!person) throw new Error('no such candidate')
    return { ...person, language, code: codes.issue(printed), printedAt: clock.portal() }
  }

  /** Before it is submitted the form prints as a draft, under the number 0. */
  async function applicationForm(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const { latest, submittedAt } = store.application(candidateId) ?? { latest: null, submittedAt: null }
    const number = submittedAt === null ? 0 : (latest ?? 0)
    const at = number ? store.versionAt(candidateId, number) : undefined
    const submission = at === undefined ? null : { version: number, at }
    const version = submission?.version ?? null
    const sheet = deps.sheet(candidateId, version, language)
    if (!sheet?.sections.length) return refuse('nothing-to-print', 422)
    const issued = issuedTo({ kind: 'application-form', candidateId, number }, language)
    const [photo, signature] = await Promise.all([
      deps.picture(candidateId, 'photo', version),
      deps.picture(candidateId, 'signature', version),
    ])
    const bytes = await deps.press.applicationForm({ ...issued, sheet, photo, signature, submission })
    return finished(bytes, `${issued.userId}-application-form${submission ? '' : '-draft'}.pdf`)
  }

  async function receipt(candidateId: number, paymentId: number, language: Language): Promise<Result<PrintedFile>> {
    const paid = deps.receipt(candidateId, paymentId, language)
    if (!paid) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'receipt', candidateId, number: paymentId }, language)
    const bytes = await deps.press.receipt({ ...issued, ...paid })
    return finished(bytes, `${issued.userId}-receipt-${paymentId}.pdf`)
  }

  async function acknowledgement(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const acknowledged = deps.acknowledgement(candidateId, language)
    if (!acknowledged) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'acknowledgement', candidateId, number: acknowledged.version }, language)
    const photo = await deps.picture(candidateId, 'photo', acknowledged.version)
    const bytes = await deps.press.acknowledgement({ ...issued, ...acknowledged, photo })
    return finished(bytes, `${issued.userId}-acknowledgement.pdf`)
  }

  async function meritLetter(candidateId: number, stage: MeritStage, language: Language): Promise<Result<PrintedFile>> {
    const standing = deps.merit(candidateId, stage)
    if (!standing) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'merit', candidateId, number: standing.edition.id }, language)
    const bytes = await deps.press.meritLetter({ ...issued, standing })
    return finished(bytes, `${issued.userId}-merit-${stage}.pdf`)
  }

  async function optionForm(candidateId: number, round: CapRound, language: Language): Promise<Result<PrintedFile>> {
    const options = deps.options(candidateId, round, language)
    if (!options) return refuse('no-such-printable', 404)
    const number = optionFormNumber(round, options.version)
    const issued = issuedTo({ kind: 'option-form', candidateId, number }, language)
    const photo = await deps.picture(candidateId, 'photo', null)
    const bytes = await deps.press.optionForm({ ...issued, ...options, photo })
    return finished(bytes, `${issued.userId}-option-form-${round}.pdf`)
  }

  async function allotmentLetter(candidateId: number, round: number, language: Language): Promise<Result<PrintedFile>> {
    const allotted = deps.allotment(candidateId, round, language)
    if (!allotted) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'allotment-letter', candidateId, number: round }, language)
    const photo = await deps.picture(candidateId, 'photo', null)
    const bytes = await deps.press.allotmentLetter({ ...issued, ...allotted, photo })
    return finished(bytes, `${issued.userId}-allotment-letter-${round}.pdf`)
  }

  async function jkLetter(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const seat = deps.jkSeat(candidateId)
    if (!seat) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'jk-letter', candidateId, number: seat.seating }, language)
    const bytes = await deps.press.jkLetter({ ...issued, ...seat })
    return finished(bytes, `${issued.userId}-jk-letter.pdf`)
  }

  return {
    /**
     * `kind`: `application-form`, `acknowledgement`, `merit-final`, `option-form-1`, `allotment-letter-1`, `receipt-12`.
     * Only ever the actor's own documents.
     */
    async print({ candidateId }: Actor, kind: string, language: Language): Promise<Result<PrintedFile>> {
      if (kind === 'application-form') return applicationForm(candidateId, language)
      if (kind === 'acknowledgement') return acknowledgement(candidateId, language)
      if (kind === 'jk-letter') return jkLetter(candidateId, language)
      const [, what, which] = /^(merit|option-form|allotment-letter|receipt)-([a-z]+|[1-9]\d{0,8})$/.exec(kind) ?? []
      const number = Number(which)
      if (what === 'merit' && isMeritStage(which)) return meritLetter(candidateId, which, language)
      if (what === 'option-form' && isCapRound(number)) return optionForm(candidateId, number, language)
      if (what === 'allotment-letter' && isCapRound(number)) return allotmentLetter(candidateId, number, language)
      if (what === 'receipt' && number) return receipt(candidateId, number, language)
      return refuse('no-such-printable', 404)
    },

    /** What a code on paper stands for, asked from an address. Refuses an unknown code, and too many questions. */
    verify(typed: string, ip: string): Result<Verification> {
      const now = clock.real()
      const { count, resetsAt } = deps.limits.count(`verify-code:${ip}`, checkWindow, now)
      if (count > checksPerWindow) {
        const seconds = Math.ceil((resetsAt - now) / 1000)
        return refuse('too-often', 429, { retryAfter: seconds, params: { seconds } })
      }
      const printed = codes.read(typed)
      const person = printed && store.person(printed.candidateId)
      const found = printed && stateOf(printed)
      if (!printed || !person || !found) return refuse('unknown-code', 404)
      return ok({ kind: printed.kind, userId: person.userId, ...found })
    },
  }

  type Found = Pick<Verification, 'version' | 'issuedAt' | 'state'>

  function stateOf(printed: Printed): Found | null {
    if (printed.kind === 'receipt') return paymentState(printed)
    if (printed.kind === 'merit') return meritState(printed)
    if (printed.kind === 'option-form') return optionFormState(printed)
    if (printed.kind === 'allotment-letter') return allotmentState(printed)
    if (printed.kind === 'jk-letter') return jkState(printed)
    return printed.kind === 'acknowledgement' ? acknowledgementState(printed) : applicationState(printed)
  }

  /** It holds until another seating is released. */
  function jkState({ candidateId, number }: Printed): Found | null {
    const seating = store.jkSeating(candidateId, number)
    if (!seating) return null
    return { version: null, issuedAt: seating.releasedAt, state: seating.counts ? 'valid' : 'replaced' }
  }

  /** It holds until a newer edition of the same list is published. */
  function meritState({ candidateId, number }: Printed): Found | null {
    const edition = store.meritEdition(candidateId, number)
    if (!edition) return null
    return { version: null, issuedAt: edition.publishedAt, state: edition.counts ? 'valid' : 'replaced' }
  }

  /** It holds as long as that version is the confirmed one. */
  function acknowledgementState({ candidateId, number }: Printed): Found | null {
    const standing = store.application(candidateId)
    if (!standing || store.versionAt(candidateId, number) === undefined) return null
    const { latest, confirmedAt } = standing
    const state = latest !== number ? 'superseded' : confirmedAt === null ? 'reopened' : 'valid'
    return { version: number, issuedAt: latest === number ? confirmedAt : null, state }
  }

  /** It holds until a later round has a result for the candidate. */
  function allotmentState({ candidateId, number }: Printed): Found | null {
    const allotted = store.allotments(candidateId)
    const own = allotted.find(({ round }) => round === number)
    if (!own) return null
    const isNewest = allotted.at(-1) === own
    return { version: null, issuedAt: own.publishedAt, state: isNewest ? 'valid' : 'later-round' }
  }

  function applicationState({ candidateId, number }: Printed): Found | null {
    if (number === 0) return { version: null, issuedAt: null, state: 'draft' }
    const issuedAt = store.versionAt(candidateId, number)
    const standing = store.application(candidateId)
    if (issuedAt === undefined || !standing) return null
    const isLatest = standing.latest === number
    const state = !isLatest ? 'superseded' : standing.submittedAt === null ? 'reopened' : 'valid'
    return { version: number, issuedAt, state }
  }

  /** It holds as long as that version is the confirmed one. */
  function optionFormState({ candidateId, number }: Printed): Found | null {
    const { round, version } = optionFormOf(number)
    const issuedAt = store.confirmationAt(candidateId, round, version)
    const standing = store.optionForm(candidateId, round)
    if (issuedAt === undefined || !standing) return null
    const state =
      standing.confirmedAt === null ? 'list-unlocked' : standing.version === version ? 'valid' : 'list-superseded'
    return { version: null, issuedAt, state }
  }

  function paymentState({ candidateId, number }: Printed): Found | null {
    const payment = store.payment(candidateId, number)
    if (!payment || payment.capturedAt === null) return null
    return { version: null, issuedAt: payment.capturedAt, state: payment.status === 'refunded' ? 'refunded' : 'valid' }
  }
}

const finished = (bytes: Uint8Array | null, fileName: string): Result<PrintedFile> =>
  bytes
    ? ok({ bytes, fileName })
    : refuse('press-busy', 503, { retryAfter: busySeconds, params: { seconds: busySeconds } })

export type Printables = ReturnType<typeof createPrintables>
