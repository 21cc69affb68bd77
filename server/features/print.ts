import { acknowledgement as acknowledgementPaper } from '#server/documents/acknowledgement.ts'
import { activitySchedule } from '#server/documents/activity-schedule.ts'
import { admissionReceipt } from '#server/documents/admission-receipt.ts'
import { allotmentLetter } from '#server/documents/allotment-letter.ts'
import { applicationForm } from '#server/documents/application-form.ts'
import { brochure } from '#server/documents/brochure/brochure.ts'
import { cancellationLetter } from '#server/documents/cancellation-letter.ts'
import { jkLetter } from '#server/documents/jk-letter.ts'
import { headOf } from '#server/documents/letterhead.ts'
import { meritLetter } from '#server/documents/merit-letter.ts'
import { optionForm as optionFormPaper } from '#server/documents/option-form.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { Printable } from '#server/documents/printable.ts'
import { proformaPaper } from '#server/documents/proforma.ts'
import type { PublicFacts } from '#server/documents/public-facts.ts'
import { receipt } from '#server/documents/receipt.ts'
import { sample } from '#server/documents/sample.ts'
import { seatMatrixPaper } from '#server/documents/seat-matrix.ts'
import { worksheetPaper } from '#server/documents/worksheet.ts'
import { isGone } from '#server/domain/admission/offer.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { type CellSetting, cellSettings } from '#server/domain/season/cell-settings.ts'
import type { AdmissionArea, SeatActs } from '#server/features/admission/index.ts'
import type { CandidateArea } from '#server/features/candidate-area.ts'
import type { MeritArea } from '#server/features/merit/index.ts'
import type { ScrutinyArea } from '#server/features/scrutiny/index.ts'
import type { SeatsArea } from '#server/features/seats/index.ts'
import type { Language } from '#server/kernel/languages.ts'
import { earliest, type Instant } from '#server/kernel/time.ts'
import { cancellationPaper } from './admission/cancellation/paper'
import { admissionPaper } from './admission/reporting/paper'
import { acceptancePaper } from './admission/seat-acceptance/paper'
import { createReportAt } from './admission/seat-acceptance/report-at'
import { worksheetOf } from './application/application/worksheet'
import type { Base } from './base'
import { createPublicDocuments } from './content/content/public-documents'
import type { CellFiles } from './content/index'
import { createLetters } from './content/printables/letters'
import { createPrintables } from './content/printables/service'
import { printablesStore } from './content/printables/store'
import { receiptPaper } from './money/payments/paper'
import { createAcknowledgement } from './scrutiny/scrutiny/acknowledgement'
import { letterOf } from './seats/allotment/words'
import { optionsPaper } from './seats/option-form/paper'
import type { PublishedSeats } from './seats/seat-matrix/published'

type Areas = CandidateArea &
  CellFiles &
  MeritArea &
  SeatActs &
  SeatsArea &
  ScrutinyArea &
  AdmissionArea & { presses: Presses }

/** What is handed to candidates. */
function openPrintables(base: Base, areas: Areas) {
  const { config, clock, course, db, identity, limits, directory, notices } = base
  const { application, cancellation, centres, certificates, documents, jkSeat, meritPages, optionForm, payments } =
    areas
  const { reporting, results, scrutiny, seatAcceptance } = areas
  const { issuer, press } = areas.presses
  const reportAt = createReportAt({
    portal: course.form,
    place: seatAcceptance.place,
    institute: directory.institute,
    annualFee: directory.annualFee,
    documents: (candidateId) =>
      documents.list(candidateId).entries.flatMap(({ kind, document }) => (document ? [kind] : [])),
  })
  const acknowledgement = createAcknowledgement({
    forms: application.forms,
    confirmation(candidateId) {
      const { confirmedAt, mode } = application.standing(candidateId).facts
      return {
        confirmedAt,
        mode,
        version: application.versionsOf(candidateId)[0]?.number ?? null,
        isOutside: application.isConfirmedOutside(candidateId),
      }
    },
    answers: application.answers,
    documents: (candidateId) => documents.list(candidateId).entries,
    removedByOfficer: scrutiny.removedClaims,
    unfulfilled: (candidateId) => certificates.unfulfilled(candidateId).map(({ claim }) => claim),
    officerOf: scrutiny.officerOf,
    centreNameOf: (candidateId, language) => directory.centre(centres.centreOf(candidateId) ?? '')?.name[language],
    paid: application.paid,
    convertDue: (candidateId) => payments.conversion(candidateId).due?.amount ?? null,
  })
  const stored = { store: printablesStore(db), lostSeats: seatAcceptance.lost }
  const letters = createLetters({
    ...stored,
    signer: base.publicLog.signer,
    keys: base.publicLog.keys,
    linkBase: base.linkBase,
    now: clock.real,
    epochs: identity.epochs,
  })
  const printables = createPrintables({
    letters,
    published({ kind, number }) {
      if (kind === 'merit') return base.publicLog.find(`merit-list:${number}`)
      if (kind === 'jk-letter') return base.publicLog.find(`jk-seating:${number}`)
      return kind === 'allotment-letter' ? base.publicLog.findRound(number) : null
    },
    ...stored,
    clock,
    limits,
    secrets: config,
    portal: course.slug,
    epochs: identity.epochs,
    sheet: application.sheetFor,
    picture: (candidateId, kind, version) => documents.bytesOf(application.documentHash(candidateId, kind, version)),
    acknowledgement,
    allotment(candidateId, round, language) {
      const outcome = results.outcome(candidateId, round)
      if (!outcome.ok) return null
      const seat = seatAcceptance.seat(candidateId, round)
      const hasBegun = seat !== null && (notices.acceptanceNow(round)?.state ?? 'to-come') !== 'to-come'
      const { isPaid, paid } = payments.seatFee(candidateId)
      const receipt = isPaid && paid ? paid.receiptNumber : null
      const following = seatAcceptance.following(round) ?? round + 1
      const accepted = hasBegun ? acceptancePaper(seat, receipt, language, following) : undefined
      const letter = letterOf(outcome.value, language, course.form, accepted)
      if (!letter || !seat || isGone(seat.state)) return letter
      return { ...letter, next: [...letter.next, ...reportAt.rows(seat, language)] }
    },
    receipt(candidateId, paymentId, language) {
      const paid = payments.receipt(candidateId, paymentId)
      return paid && receiptPaper(paid, language)
    },
    merit: (candidateId, stage) => meritPages.standing(stage, candidateId),
    options: (candidateId, round, language) => optionsPaper(optionForm, candidateId, round, language, course.form),
    jkSeat(candidateId, language) {
      const seat = jkSeat.seatOf(candidateId)
      return seat && placeIn(seat, language, course.form)
    },
    admission: (candidateId, language) => admissionPaper(reporting, candidateId, language, course.form),
    cancelled(candidateId, language) {
      const found = cancellation.of(candidateId)
      return found && cancellationPaper(placeIn(found, language, course.form), language)
    },
    press: {
      applicationForm: (facts) => press.print(applicationForm(facts, issuer), facts.userId),
      receipt: (facts) => press.print(receipt(facts, issuer), facts.userId),
      acknowledgement: (facts) => press.print(acknowledgementPaper(facts, issuer), facts.userId),
      meritLetter: (facts) => press.print(meritLetter(facts, issuer), facts.userId),
      optionForm: (facts) => press.print(optionFormPaper(facts, issuer), facts.userId),
      allotmentLetter: (facts) => press.print(allotmentLetter(facts, issuer), facts.userId),
      jkLetter: (facts) => press.print(jkLetter(facts, issuer), facts.userId),
      admissionReceipt: (facts) => press.print(admissionReceipt(facts, issuer), facts.userId),
      cancellation: (facts) => press.print(cancellationLetter(facts, issuer), facts.userId),
    },
  })
  return { acknowledgement, letters, printables, reportAt }
}

/** The settings whose values the brochure prints. */
const unprinted: readonly CellSetting[] = ['login-links', 'pictures', 'witnesses']
const printedSettings = cellSettings.filter((setting) => !unprinted.includes(setting))

/** What everybody may read. */
function openPublicDocuments(base: Base, { publicFiles, seats, presses }: Areas) {
  const { config, clock, course, content, contentRows, notices, directory } = base
  const { issuer, press } = presses
  /** The next instant at which a public page changes without an edit. */
  const nextPublicChange = () => earliest(notices.nextChange(), content.nextChange())
  const publicFacts = (language: Language, madeAt: Instant): PublicFacts => ({
    language,
    madeAt,
    schedule: notices.schedule(),
    undated: notices.undated(),
    changes: notices.changes(),
    fees: course.applicationFees,
    contact: content.contact(),
    centres: directory.centres(),
    questions: notices.published('faq'),
    seats: seats.inForce(),
    entry: base.publicLog.newestOf('activity'),
    unset: config.mode === 'demo' ? [] : printedSettings.filter((setting) => !contentRows.versions(setting).length),
  })
  const madePapers = { 'user_manual.pdf': brochure, 'MBA_new_schdule.pdf': activitySchedule }
  const publicDocuments = createPublicDocuments<Printable, PublishedSeats>({
    clock,
    openAt: publicFiles.openAt,
    nextChange: nextPublicChange,
    seatsInForce: seats.inForce,
    papers: {
      made: (file, language, madeAt) => madePapers[file](publicFacts(language, madeAt), issuer),
      sample: (file, language, madeAt) => sample(file, language, issuer, madeAt),
      seatMatrix: ({ edition, editionId, at, courses }, language, madeAt) =>
        seatMatrixPaper(
          {
            entry: base.publicLog.entryOf(`seat-matrix:${editionId}`),
            language,
            madeAt,
            edition,
            publishedAt: at,
            courses: courses.map((one) => placeIn(one, language, course.form)),
          },
          issuer,
        ),
      proforma: (proforma, language, madeAt) => proformaPaper(proforma, { language, madeAt }, issuer),
      worksheet: (of, language, madeAt) =>
        worksheetPaper(
          worksheetOf({ form: course.form, fees: course.applicationFees }, of, language),
          { language, madeAt },
          issuer,
        ),
    },
    print: press.print,
  })
  return {
    nextPublicChange,
    publicDocuments,
    /** An empty sheet under the letterhead as it is now; null when the press has no room for another job. */
    async letterheadPdf(language: Language, pictures = course.pictures): Promise<Uint8Array | null> {
      const paper = sample('ruleA.pdf', language, issuer, clock.portal())
      const pdf = await press.print({ ...paper, head: headOf({ ...course, pictures }, language) }, 'letterhead')
      return pdf instanceof Uint8Array ? pdf : null
    },
  }
}

/** What leaves the house on paper: a document reads what several areas know. */
export function openPrints(base: Base, areas: Areas) {
  const { nextPublicChange, publicDocuments, letterheadPdf } = openPublicDocuments(base, areas)
  const { publicPdf, seatMatrixPdf, proformaPdf, worksheetPdf, forget } = publicDocuments
  base.whenPublicChanges(forget)
  return {
    ...openPrintables(base, areas),
    nextPublicChange,
    publicPdf,
    seatMatrixPdf,
    proformaPdf,
    worksheetPdf,
    letterheadPdf,
  }
}
