import { type MyDataFacts, myDataPaper } from '#server/documents/my-data.ts'
import type { Presses } from '#server/documents/presses.ts'
import type { AccountsArea } from '#server/features/accounts/index.ts'
import type { Base } from '#server/features/base.ts'
import type { CandidateArea } from '#server/features/candidate-area.ts'
import type { MeritArea } from '#server/features/merit/index.ts'
import type { MessagesArea } from '#server/features/messages/index.ts'
import type { OpenPortal } from '#server/features/open-portal.ts'
import type { SeatsArea } from '#server/features/seats/index.ts'
import type { Language } from '#server/kernel/languages.ts'
import { asideStore } from './privacy/aside-store'
import { createConsents } from './privacy/consents'
import { downloadStore } from './privacy/download-store'
import { erasureStore } from './privacy/erasure-store'
import { createPrivacy } from './privacy/service'
import { privacyStore } from './privacy/store'

/** The consents, which other areas record before the rest of this area exists, and the rows below them. */
export function openConsents({ db, clock }: OpenPortal) {
  const privacyRows = privacyStore(db)
  return { privacyRows, consents: createConsents({ store: privacyRows, clock }) }
}

/** What is held about candidates: their rights, its retention, and breaches. */
export function composePrivacy(
  base: Base,
  { messages }: MessagesArea,
  { accounts }: AccountsArea,
  candidate: CandidateArea,
  { meritPages }: MeritArea,
  { results }: SeatsArea,
  { issuer, press }: Presses,
) {
  const { db, privacyRows, clock, course, limits, consents, notices, audit } = base
  const { application, documents, payments } = candidate
  const privacy = createPrivacy({
    db,
    store: privacyRows,
    erasure: erasureStore(db),
    download: downloadStore(db),
    clock,
    course,
    limits,
    consents,
    schedule: notices.schedule,
    readFile: documents.read,
    aside: asideStore(db),
    discardFiles: documents.discard,
    setFilesAside: documents.setAside,
    bringFilesBack: documents.bringBack,
    async onNamesErased() {
      await meritPages.forgetPapers()
      await results.forgetPapers()
      base.publicChanged()
    },
    endWhatsapp: (candidateId, language) => accounts.optOutOfWhatsapp({ candidateId, language }),
    tell: messages.tell,
    record: audit.record,
  })
  /** What is held, for reading; the seconds to wait where the press is full. */
  async function print(candidateId: number, language: Language): Promise<Uint8Array | { seconds: number }> {
    const { fullName, userId, email, mobile, createdAt } = accounts.account(candidateId)
    const facts: MyDataFacts = {
      language,
      madeAt: clock.portal(),
      fullName,
      userId,
      email,
      mobile,
      registeredAt: createdAt,
      sections: application.sheetFor(candidateId, null, language)?.sections ?? [],
      documents: documents.held(candidateId),
      payments: payments.payments(candidateId),
      consents: privacy.consents.of(candidateId),
      requests: privacy.requests.own({ candidateId }),
      access: privacy.myData.access({ candidateId }).lines,
    }
    return press.print(myDataPaper(facts, issuer), userId)
  }
  return { privacy, printMyData: print }
}

export type PrivacyArea = ReturnType<typeof composePrivacy>
