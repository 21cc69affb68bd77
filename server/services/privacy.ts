import { type MyDataFacts, myDataPaper } from '#server/documents/my-data.ts'
import { asideStore } from '#server/features/privacy/privacy/aside-store.ts'
import { downloadStore } from '#server/features/privacy/privacy/download-store.ts'
import { erasureStore } from '#server/features/privacy/privacy/erasure-store.ts'
import { createPrivacy } from '#server/features/privacy/privacy/service.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { CandidateWing } from './candidate'
import type { Ground } from './ground'
import type { MeritWing } from './merit'
import type { MessagesWing } from './messages'
import type { Presses } from './presses'
import type { SeatsWing } from './seats'

/** What is held about candidates: their rights, its retention, and breaches. */
export function createPrivacyWing(
  ground: Ground,
  { messages }: MessagesWing,
  candidate: CandidateWing,
  { meritPages }: MeritWing,
  { results }: SeatsWing,
  { issuer, press }: Presses,
) {
  const { db, privacyRows, clock, course, limits, consents, notices, audit } = ground
  const { accounts, application, documents, payments } = candidate
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
      ground.publicChanged()
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
      payments: payments.payments({ candidateId }),
      consents: privacy.consents.of(candidateId),
      requests: privacy.requests.own({ candidateId }),
      access: privacy.myData.access({ candidateId }).lines,
    }
    return press.print(myDataPaper(facts, issuer), userId)
  }
  return { privacy, printMyData: print }
}
