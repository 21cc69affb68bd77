import type { Clock } from '#server/adapters/clock.ts'
import { siteOf } from '#server/domain/accounts/network.ts'
import type { ApplicationSheet } from '#server/domain/application/application-sheet.ts'
import type { LetterFacts, LetterKind } from '#server/domain/log/letter.ts'
import { isMeritStage, type MeritStage, meritStages } from '#server/domain/merit/lists.ts'
import type { MeritStanding } from '#server/domain/merit/pages.ts'
import type { Epoch } from '#server/domain/operations/identity.ts'
import type { JkSeatOf } from '#server/domain/seats/jk-seating.ts'
import { maskName } from '#server/domain/site/contact.ts'
import type {
  Acknowledged,
  AcknowledgementFacts,
  AdmissionReceiptFacts,
  AdmittedSeat,
  AllotmentLetterFacts,
  AllottedLetter,
  ApplicationFormFacts,
  CancellationFacts,
  CancelledAdmission,
  ConfirmedOptions,
  Issued,
  JkLetterFacts,
  MeritLetterFacts,
  OptionFormFacts,
  PaidDue,
  Proof,
  ReceiptFacts,
} from '#server/domain/site/printable.ts'
import {
  optionFormNumber,
  optionFormOf,
  type PrintableKind,
  type Printed,
} from '#server/domain/site/verification-code.ts'
import type { Actor } from '#server/domain/terms/actor.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import type { Limits } from '#server/features/accounts/limits/store.ts'
import type { PortalSecrets } from '#server/http/seal.ts'
import { formatCount, formatDateTime, formatRupees } from '#server/i18n/format.ts'
import { translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import { ok, type Result, refuse, tooOften } from '#server/kernel/result.ts'
import { type Instant, minutes } from '#server/kernel/time.ts'
import { wrongTries } from '#server/kernel/wrong-tries.ts'
import { createCodes } from './codes'
import type { Letters } from './letters'
import type { PrintablesStore } from './store'

export type PrintablesDeps = {
  store: PrintablesStore
  clock: Clock
  limits: Pick<Limits, 'count' | 'window' | 'forget'>
  secrets: PortalSecrets
  portal: string
  /** The epochs of the portal, in order: a code of an earlier one refers to the data at that epoch's end. */
  epochs: readonly Epoch[]
  /** The labelled application: a submitted version, or (null) the current state. Null before anything is filled in. */
  sheet(candidateId: number, version: number | null, language: Language): ApplicationSheet | null
  /** The picture of a submitted version, or (null) the current one; null if there is none. */
  picture(candidateId: number, kind: 'photo' | 'signature', version: number | null): Promise<Uint8Array | null>
  /** A payment of this candidate that counts as paid; null for any other. */
  receipt(candidateId: number, paymentId: number, language: Language): PaidDue | null
  /** The acknowledgement of a confirmed form; null if it is not confirmed. */
  acknowledgement(candidateId: number, language: Language): Acknowledged | null
  /** A candidate's places in the list in force of a stage; null if they are in none. */
  merit(candidateId: number, stage: MeritStage): MeritStanding | null
  /** A confirmed option form of a round; null if it is not confirmed. */
  options(candidateId: number, round: CapRound, language: Language): ConfirmedOptions | null
  /** The content of a published round's letter; null if that round allotted no seat. */
  allotment(candidateId: number, round: number, language: Language): AllottedLetter | null
  /** Who of these candidates has lost the seat that a round allotted, or given it up. */
  lostSeats(round: number, candidateIds: readonly number[]): ReadonlySet<number>
  /** The seat of a J&K migrant; null if there is none. */
  jkSeat(candidateId: number, language: Language): JkSeatOf | null
  /** The admission in force; null if there is none. */
  admission(candidateId: number, language: Language): AdmittedSeat | null
  /** The cancelled admission; null if there is none. */
  cancelled(candidateId: number, language: Language): CancelledAdmission | null
  /** The entry of the public log of the publication that a document follows from; null if it follows from none. */
  published(printed: Printed): Verification['published']
  /** Documents that prove themselves without the portal. */
  letters: Pick<Letters, 'prove'>
  /** One printer for each document. */
  press: {
    applicationForm(facts: ApplicationFormFacts): Promise<Pressed>
    receipt(facts: ReceiptFacts): Promise<Pressed>
    acknowledgement(facts: AcknowledgementFacts): Promise<Pressed>
    meritLetter(facts: MeritLetterFacts): Promise<Pressed>
    optionForm(facts: OptionFormFacts): Promise<Pressed>
    allotmentLetter(facts: AllotmentLetterFacts): Promise<Pressed>
    jkLetter(facts: JkLetterFacts): Promise<Pressed>
    admissionReceipt(facts: AdmissionReceiptFacts): Promise<Pressed>
    cancellation(facts: CancellationFacts): Promise<Pressed>
  }
}

/** The bytes of a PDF, or the seconds for which the press is full: for this candidate, or for everybody. */
type Pressed = Uint8Array | { room: 'lane-full' | 'full'; seconds: number }

/** A finished document with its file name. */
export type PrintedFile = { bytes: Uint8Array; fileName: string }

/** The public result of checking a code. */
export type Verification = {
  kind: PrintableKind
  userId: string
  /** Masked: whoever holds the paper sees if another name was put on it. */
  name: string
  /** What the paper says, in the reader's language; empty once it does not count, and for forms. */
  says: readonly { label: string; value: string }[]
  /** The version of an application; null for other documents and drafts. */
  version: number | null
  /** When the printed data was issued; null for a draft. */
  issuedAt: Instant | null
  /** The entry of the public log of the list or the round behind it; null where there is none. */
  published: { number: number; loggedAt: number; changedBy: number | null } | null
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
    | 'seat-lost'
    | 'admission-undone'
    | 'admission-cancelled'
    | 'admission-ended'
}

/** Wrong codes of one network: enough for a counter with a queue, too few to guess 48 bits. Right ones are free. */
const wrongCodesPerWindow = 60
const checkWindow = minutes(10)

/** Documents on paper: printed in background threads, checked by their codes. */
export function createPrintables(deps: PrintablesDeps) {
  const { store, clock } = deps
  const codes = createCodes(deps.secrets, deps.portal, deps.epochs)
  const wrongCodes = wrongTries({
    name: 'verify-code',
    limits: deps.limits,
    now: clock.real,
    most: wrongCodesPerWindow,
    within: checkWindow,
  })

  function issuedTo(printed: Printed, language: Language): Issued {
    const person = store.person(printed.candidateId)
    if (!person) throw new Error('no such candidate')
    const entry = deps.published(printed)?.number ?? null
    return { ...person, language, code: codes.issue(printed), printedAt: clock.portal(), entry, proof: null }
  }

  /** Before submission the form prints as a draft, under the number 0. */
  async function applicationForm(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const { latest, submittedAt } = store.application(candidateId) ?? { latest: null, submittedAt: null }
    const number = submittedAt === null ? 0 : (latest ?? 0)
    const at = number ? store.versionAt(candidateId, number) : undefined
    const submission =
      submittedAt === null || at === undefined
        ? null
        : { version: number, at: submittedAt, changedAt: at > submittedAt ? at : null }
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

  /** Nothing is signed anew for a seat that is lost, an admission that has ended or money that went back. Source: rules §19.8. */
  const proofOf = (printed: Printed & { kind: LetterKind }, facts: LetterFacts): Proof | null =>
    stateOf(printed)?.state === 'valid' ? deps.letters.prove(printed, facts) : null

  async function receipt(candidateId: number, paymentId: number, language: Language): Promise<Result<PrintedFile>> {
    const paid = deps.receipt(candidateId, paymentId, language)
    if (!paid) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'receipt', candidateId, number: paymentId }, language)
    const proof = proofOf(
      { kind: 'receipt', candidateId, number: paymentId },
      {
        name: issued.fullName,
        about: `${formatRupees(paid.amount)}, ${paid.number}`,
        rest: withId(issued, [
          { label: translate(language, 'printables:receipt.due'), value: paid.due },
          { label: translate(language, 'printables:receipt.paid-at'), value: formatDateTime(paid.paidAt, language) },
        ]),
      },
    )
    const bytes = await deps.press.receipt({ ...issued, ...paid, proof })
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
    const proof = proofOf(
      { kind: 'allotment-letter', candidateId, number: round },
      { name: issued.fullName, about: allotted.about, rest: withId(issued, [...allotted.numbers, ...allotted.seat]) },
    )
    const bytes = await deps.press.allotmentLetter({ ...issued, ...allotted, photo, proof })
    return finished(bytes, `${issued.userId}-allotment-letter-${round}.pdf`)
  }

  async function jkLetter(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const seat = deps.jkSeat(candidateId, language)
    if (!seat) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'jk-letter', candidateId, number: seat.seating }, language)
    const bytes = await deps.press.jkLetter({ ...issued, ...seat })
    return finished(bytes, `${issued.userId}-jk-letter.pdf`)
  }

  async function admissionReceipt(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const admitted = deps.admission(candidateId, language)
    if (!admitted) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'admission-receipt', candidateId, number: admitted.admission }, language)
    const photo = await deps.picture(candidateId, 'photo', null)
    const admittedAt = {
      label: translate(language, 'reporting:column.admitted'),
      value: formatDateTime(admitted.admittedAt, language),
    }
    const proof = proofOf(
      { kind: 'admission-receipt', candidateId, number: admitted.admission },
      { name: issued.fullName, about: admitted.about, rest: withId(issued, [admittedAt]) },
    )
    const bytes = await deps.press.admissionReceipt({ ...issued, ...admitted, photo, proof })
    return finished(bytes, `${issued.userId}-admission-receipt.pdf`)
  }

  async function cancellation(candidateId: number, language: Language): Promise<Result<PrintedFile>> {
    const cancelled = deps.cancelled(candidateId, language)
    if (!cancelled) return refuse('no-such-printable', 404)
    const issued = issuedTo({ kind: 'cancellation', candidateId, number: cancelled.caseNumber }, language)
    const bytes = await deps.press.cancellation({ ...issued, ...cancelled })
    return finished(bytes, `${issued.userId}-cancellation.pdf`)
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
      if (kind === 'admission-receipt') return admissionReceipt(candidateId, language)
      if (kind === 'cancellation') return cancellation(candidateId, language)
      const [, what, which] = /^(merit|option-form|allotment-letter|receipt)-([a-z]+|[1-9]\d{0,8})$/.exec(kind) ?? []
      const number = Number(which)
      if (what === 'merit' && isMeritStage(which)) return meritLetter(candidateId, which, language)
      if (what === 'option-form' && number) return optionForm(candidateId, number, language)
      if (what === 'allotment-letter' && number) return allotmentLetter(candidateId, number, language)
      if (what === 'receipt' && number) return receipt(candidateId, number, language)
      return refuse('no-such-printable', 404)
    },

    /**
     * The document behind a printed code, checked from a network. Refuses an unknown code, and a network with too many wrong ones.
     */
    verify(typed: string, ip: string, language: Language = 'en'): Result<Verification> {
      const counted = wrongCodes.count(siteOf(ip), typed.trim().toUpperCase())
      if (counted.secondsOver > 0) return tooOften(counted.secondsOver)
      const code = codes.read(typed)
      const person = code && store.person(code.printed.candidateId)
      const found = code && stateOf(code.printed)
      if (!code || !person || !found) return refuse('unknown-code', 404)
      const { since, ...state } = found
      // It was printed between a backup and its restore, and its number now belongs to something else.
      if (code.endedAt !== null && since !== null && since >= code.endedAt) return refuse('unknown-code', 404)
      counted.takeBack()
      const { printed } = code
      return ok({
        kind: printed.kind,
        userId: person.userId,
        name: maskName(person.fullName),
        says: saysOf(printed, language),
        ...state,
        published: deps.published(printed),
      })
    },
  }

  /** What a paper says that its holder may compare; what is not public stays out. Empty where the portal does not say it any more. */
  function saysOf(printed: Printed, language: Language): Verification['says'] {
    const { kind, candidateId, number } = printed
    const t = (key: Parameters<typeof translate>[1], values?: Parameters<typeof translate>[2]) =>
      translate(language, key, values)
    const placed = (round: number | null, seat: { institute: string; course: string; choiceCode: string }) => [
      ...(round === null ? [] : [{ label: t('cancellation:column.round'), value: String(round) }]),
      { label: t('cancellation:column.institute'), value: seat.institute },
      { label: t('cancellation:column.course'), value: seat.course },
      { label: t('cancellation:column.choice-code'), value: seat.choiceCode },
    ]
    if (kind === 'allotment-letter') {
      const round = { label: t('cancellation:column.round'), value: String(number) }
      const known = deps.allotment(candidateId, number, language)?.known
      return known ? [round, ...known] : []
    }
    if (kind === 'admission-receipt') {
      const admitted = deps.admission(candidateId, language)
      return admitted?.admission === number ? placed(admitted.round, admitted) : []
    }
    if (kind === 'jk-letter') {
      const seat = deps.jkSeat(candidateId, language)
      return seat?.seating === number ? placed(null, seat) : []
    }
    if (kind === 'cancellation') {
      const cancelled = deps.cancelled(candidateId, language)
      return cancelled?.caseNumber === number ? cancelled.seat : []
    }
    if (kind === 'receipt') {
      const paid = deps.receipt(candidateId, number, language)
      return paid
        ? [
            { label: paid.due, value: formatRupees(paid.amount) },
            { label: t('printables:receipt.number'), value: paid.number },
          ]
        : []
    }
    const standing = kind === 'merit' ? meritStages.map((stage) => deps.merit(candidateId, stage)) : []
    const own = standing.find((one) => one?.edition.id === number)
    return (own?.places ?? []).map((place) => ({
      label: t(`meritpages:list.${place.list}`),
      value: t('meritstatus:place', { number: formatCount(place.meritNumber), of: formatCount(place.of) }),
    }))
  }

  /** `since`: when the number was issued; a restore may issue the number again for something else. */
  type Found = Pick<Verification, 'version' | 'issuedAt' | 'state'> & { since: Instant | null }

  function stateOf(printed: Printed): Found | null {
    if (printed.kind === 'receipt') return paymentState(printed)
    if (printed.kind === 'merit') return meritState(printed)
    if (printed.kind === 'option-form') return optionFormState(printed)
    if (printed.kind === 'allotment-letter') return allotmentState(printed)
    if (printed.kind === 'jk-letter') return jkState(printed)
    if (printed.kind === 'admission-receipt') return admissionState(printed)
    if (printed.kind === 'cancellation') return cancellationState(printed)
    return printed.kind === 'acknowledgement' ? acknowledgementState(printed) : applicationState(printed)
  }

  /** Valid until a released seating changes or takes the seat. */
  function jkState({ candidateId, number }: Printed): Found | null {
    const seating = store.jkSeating(candidateId, number)
    if (!seating) return null
    return { version: null, issuedAt: seating.releasedAt, since: null, state: seating.counts ? 'valid' : 'replaced' }
  }

  /** Valid until the admission ends: withdrawn, cancelled, its seat taken back or left for a better one, its facts reset. */
  function admissionState({ candidateId, number }: Printed): Found | null {
    const admission = store.admission(candidateId, number)
    if (!admission) return null
    const { admittedAt, undoneAt, cancelledAt, counts } = admission
    const ended =
      undoneAt !== null ? 'admission-undone' : cancelledAt !== null ? 'admission-cancelled' : 'admission-ended'
    const state = counts ? 'valid' : ended
    return { version: null, issuedAt: admittedAt, since: admittedAt, state }
  }

  /** A cancellation is final, so its letter stays valid. */
  function cancellationState({ candidateId, number }: Printed): Found | null {
    const requestedAt = store.cancelledAt(candidateId, number)
    return requestedAt === undefined
      ? null
      : { version: null, issuedAt: requestedAt, since: requestedAt, state: 'valid' }
  }

  /** Valid until a newer edition of the same list is published. */
  function meritState({ candidateId, number }: Printed): Found | null {
    const edition = store.meritEdition(candidateId, number)
    if (!edition) return null
    return { version: null, issuedAt: edition.publishedAt, since: null, state: edition.counts ? 'valid' : 'replaced' }
  }

  /** Valid as long as that version is the confirmed one. */
  function acknowledgementState({ candidateId, number }: Printed): Found | null {
    const standing = store.application(candidateId)
    const submittedAt = store.versionAt(candidateId, number)
    if (!standing || submittedAt === undefined) return null
    const { latest, confirmedAt } = standing
    const state = latest !== number ? 'superseded' : confirmedAt === null ? 'reopened' : 'valid'
    const issuedAt = latest === number ? confirmedAt : null
    return { version: number, issuedAt, since: issuedAt ?? submittedAt, state }
  }

  /** Valid until the candidate loses the seat, in whatever way, or a later round allots one. Source: rules §19.8. */
  function allotmentState({ candidateId, number }: Printed): Found | null {
    const allotted = store.allotments(candidateId)
    const own = allotted.find(({ round }) => round === number)
    if (!own) return null
    const isNewest = allotted.at(-1) === own
    const isLost = deps.lostSeats(number, [candidateId]).has(candidateId)
    return {
      version: null,
      issuedAt: own.publishedAt,
      since: own.publishedAt,
      state: !isNewest ? 'later-round' : isLost ? 'seat-lost' : 'valid',
    }
  }

  function applicationState({ candidateId, number }: Printed): Found | null {
    if (number === 0) return { version: null, issuedAt: null, since: null, state: 'draft' }
    const issuedAt = store.versionAt(candidateId, number)
    const standing = store.application(candidateId)
    if (issuedAt === undefined || !standing) return null
    const isLatest = standing.latest === number
    const state = !isLatest ? 'superseded' : standing.submittedAt === null ? 'reopened' : 'valid'
    return { version: number, issuedAt, since: issuedAt, state }
  }

  /** Valid as long as that version is the confirmed one. */
  function optionFormState({ candidateId, number }: Printed): Found | null {
    const { round, version } = optionFormOf(number)
    const issuedAt = store.confirmationAt(candidateId, round, version)
    const standing = store.optionForm(candidateId, round)
    if (issuedAt === undefined || !standing) return null
    const state =
      standing.confirmedAt === null ? 'list-unlocked' : standing.version === version ? 'valid' : 'list-superseded'
    return { version: null, issuedAt, since: issuedAt, state }
  }

  function paymentState({ candidateId, number }: Printed): Found | null {
    const payment = store.payment(candidateId, number)
    if (!payment || payment.capturedAt === null) return null
    const state = payment.status === 'refunded' ? 'refunded' : 'valid'
    return { version: null, issuedAt: payment.capturedAt, since: null, state }
  }
}

/** What a credential holds besides name and seat, by the words of the paper. */
const withId = ({ userId, language }: Issued, rows: readonly { label: string; value: string }[]) => ({
  [translate(language, 'printables:label.application-id')]: userId,
  ...Object.fromEntries(rows.map(({ label, value }) => [label, value])),
})

function finished(made: Pressed, fileName: string): Result<PrintedFile> {
  if (made instanceof Uint8Array) return ok({ bytes: made, fileName })
  const wait = { retryAfter: made.seconds, params: { seconds: made.seconds } }
  return made.room === 'full' ? refuse('press-busy', 503, wait) : refuse('prints-waiting', 429, wait)
}

export type Printables = ReturnType<typeof createPrintables>
