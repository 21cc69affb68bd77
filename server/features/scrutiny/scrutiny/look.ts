import type { Readable } from 'node:stream'
import { type AwaitedKind, awaitedCertificates } from '#server/domain/scrutiny/certificates.ts'
import { type ClaimsOutcome, isClaimFact, outcomesOf } from '#server/domain/scrutiny/scrutiny.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { ScrutinyQueue } from '#server/domain/terms/states.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Result } from '#server/kernel/result.ts'
import type { ByFact } from './by-fact'
import type { ScrutinyDeps } from './deps'
import type { FactView } from './fact-view'
import { rulesOf } from './finish'
import { type Form, type Forms, unknownForm } from './form'
import { openedBy } from './opened'

export type ScrutinyView = {
  userId: string
  fullName: string
  queue: ScrutinyQueue
  version: number
  submittedAt: number
  officer: string | null
  holder: string | null
  /** When the holder picked it up; null if nobody holds it. */
  heldSince: number | null
  /** This officer has picked it up and may judge it. */
  isMine: boolean
  /** No active officer holds it, so it can be picked up. */
  isFree: boolean
  /** Its holder has left it alone, or is on leave, so this officer may take it over. */
  mayTakeOver: boolean
  facts: readonly FactView[]
  /** The kinds of documents that this officer has opened, in their present upload. */
  opened: readonly string[]
  /** What happens for each set of claims that fail alone. */
  outcomes: readonly ClaimsOutcome[]
  /** The certificates of which the form has a receipt only. */
  awaited: readonly AwaitedKind[]
  /** When the time for correcting a form sent back now ended; null if it has not. */
  closedAt: number | null
}

/** A document on its way to an officer. */
type ShownDocument = { stream: Readable; mediaType: string; bytes: number }

type Needs = { forms: Forms; byFact: ByFact } & Pick<
  ScrutinyDeps,
  'db' | 'application' | 'course' | 'feesOf' | 'documents' | 'record' | 'store' | 'clock'
>

/** What an officer sees of a form within reach. Every look is logged. */
export function createLooks({ forms, byFact, db, documents, record, store, clock, ...deps }: Needs) {
  const { within, holding, correctionClosedAt } = forms

  function viewOf(actor: Officer, form: Form, language: Language): ScrutinyView {
    const facts = byFact.factsOf(form, language)
    const claims = facts.map(({ name }) => name).filter(isClaimFact)
    const { userId, fullName, queue, version, submittedAt } = form
    return {
      userId,
      fullName,
      queue,
      version,
      submittedAt,
      ...holding(actor, form),
      facts,
      outcomes: outcomesOf(claims, deps.application.answers(form.id), rulesOf(deps, form.id)),
      awaited: awaitedCertificates(deps.application.answers(form.id)),
      opened: openedBy({ store, documents }, actor, form.id),
      closedAt: correctionClosedAt(form.id),
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

  /** Logs a look at a document, and notes that it was opened. */
  function note(actor: Officer, { id: candidateId }: Form, document: string, page?: number): void {
    db.transact(() => {
      record(auditActor(actor), 'scrutiny.document-seen', { candidateId }, page ? { document, page } : { document })
      const upload = documents.held(candidateId).find(({ name }) => name === document)
      if (upload)
        store.putLook({ candidateId, officerId: actor.id, document, uploadedAt: upload.uploadedAt, at: clock.portal() })
    })
  }

  return {
    isWithinReach: (actor: Officer, userId: string): boolean => within(actor, userId) !== null,

    /** One form with all its facts; logs the look. Null if it is out of reach. */
    form,

    /** The same, answered once the log is on disk: simultaneous looks share the flush. */
    formSoon: (...opened: Parameters<typeof form>) => db.transactTogether(() => form(...opened)),

    /** A document of a form within reach; logs the look. Null if this officer may see no such document. */
    async document(actor: Officer, userId: string, name: string): Promise<ShownDocument | null> {
      const form = within(actor, userId)
      const opened = form && (await documents.open(form.id, name))
      if (!opened?.ok) return null
      note(actor, form!, name)
      return opened.value
    },

    /** One page (from 1) of such a document as a picture; logs the look. */
    async page(actor: Officer, userId: string, name: string, page: number): Promise<Result<ShownDocument>> {
      const form = within(actor, userId)
      if (!form) return unknownForm()
      const opened = await documents.openPage(form.id, name, page, `staff:${actor.id}`)
      if (opened.ok) note(actor, form, name, page)
      return opened
    },
  }
}
