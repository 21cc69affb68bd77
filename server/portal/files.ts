import { dossierFiles } from '#server/adapters/dossiers.ts'
import { proformaNamed } from '#server/domain/application/proformas.ts'
import { roundOfSlug } from '#server/domain/terms/cap-rounds.ts'
import { type PublicPdf, publicPdfs } from '#server/domain/terms/public-pdfs.ts'
import type { CandidateFile } from '#server/domain/terms/routes.ts'
import type { SessionActor } from '#server/features/accounts/accounts/store.ts'
import { worksheetNamed } from '#server/features/application/application/worksheet.ts'
import { sendPublicPdf } from '#server/features/content/content/api.ts'
import { sendPrinted } from '#server/features/content/printables/api.ts'
import { meritPdf, sendMeritCsv } from '#server/features/merit/merit-pages/api.ts'
import { watchOutside } from '#server/features/operations/public-log/outside.ts'
import { sendArchive } from '#server/features/privacy/privacy/api.ts'
import {
  allotmentPdf,
  sendAllotmentTable,
  sendClosingTable,
  sendDossierFile,
} from '#server/features/seats/allotment/published-api.ts'
import { verifyOutside } from '#server/features/seats/allotment/verify-outside.ts'
import { sendChances } from '#server/features/seats/past-seasons/api.ts'
import { sendSeatMatrix, sendVacancies } from '#server/features/seats/seat-matrix/api.ts'
import type { AskedFile, FileSender } from '#server/http/pages/files.ts'
import { tooOften } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'
import { signedIn } from './context'
import { type DiscoveryFile, discoveryFiles, forEverybody } from './discovery'
import type { Portal } from './pages'

/** The files that need nobody to be signed in. */
type PublicName =
  | PublicPdf
  | 'file/:id.pdf'
  | 'download/proforma-:name.pdf'
  | 'download/worksheet-:of.pdf'
  | 'download/worksheet.pdf'
  | DiscoveryFile
  | 'seat-matrix.pdf'
  | 'seat-matrix.csv'
  | 'institute-wise-vacancy.csv'
  | 'merit-lists/:name.pdf'
  | 'merit-lists/:name.csv'
  | 'institute_wise_Allotment.pdf'
  | 'institute_wise_Allotment.csv'
  | 'closing-merit.csv'
  | 'chances.json'
  | 'allotment/:round/dossier/:file'
  | 'verify.py'
  | 'allotment-format.md'
  | 'witness.py'
  | 'check.py'
  | 'sign.py'
  | 'letters.json'
  | 'letters/:list'
  | 'log-format.md'
  | 'allotment/round-print-form/:userId/letter-:round.pdf'

type Files<F extends CandidateFile> = { [Name in F]: FileSender<Name, SessionActor> }

/** The senders of the files next to the candidates' pages. */
export const candidatesFiles = (portal: Portal): Files<CandidateFile> => ({
  ...publicFiles(portal),
  ...ownFiles(portal),
})

/** The public files, and the letter of a candidate who was looked up. */
function publicFiles(portal: Portal): Files<PublicName> {
  const { services, pages, cookies } = portal
  const { course } = services
  function sendNamedPdf(file: PublicPdf) {
    return async ({ request, reply, language }: AskedFile<null>) => {
      const pdf = await services.publicPdf(file, language)
      if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
      return sendPublicPdf(reply, file, pdf)
    }
  }

  function sendMeritTable({ request, reply, language, params: { name } }: AskedFile<null, { name: string }>) {
    return (
      sendMeritCsv(services.meritPages, course.slug, { name, language }, reply) ??
      pages.sendError(request, reply, 404, null)
    )
  }

  async function sendMeritPaper({ request, reply, language, params: { name } }: AskedFile<null, { name: string }>) {
    const pdf = await meritPdf(services.meritPages, name, language)
    return pdf ? sendPublicPdf(reply, `${course.slug}-${name}.pdf`, pdf) : pages.sendError(request, reply, 404, null)
  }

  async function sendDownload({ request, reply, params: { id } }: AskedFile<null, { id: string }>) {
    const file = await services.publicFiles.open(writtenNumber(id) ?? 0)
    return file ? sendPublicPdf(reply, `document-${id}.pdf`, file.stream) : pages.sendError(request, reply, 404, null)
  }

  async function sendProforma({ request, reply, language, params: { name } }: AskedFile<null, { name: string }>) {
    const proforma = proformaNamed(name)
    if (!proforma) return pages.sendError(request, reply, 404, null)
    const pdf = await services.proformaPdf(proforma, language)
    if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
    return sendPublicPdf(reply, `proforma-${name}.pdf`, pdf)
  }

  async function sendWorksheet({ request, reply, language }: AskedFile<null>, of: string) {
    const named = worksheetNamed(of, course.form)
    if (!named) return pages.sendError(request, reply, 404, null)
    const pdf = await services.worksheetPdf(named, language)
    if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
    return sendPublicPdf(reply, `worksheet-${of}.pdf`, pdf)
  }

  async function sendDossier({ request, reply, params }: AskedFile<null, { round: string; file: string }>) {
    const round = roundOfSlug(course.rounds, params.round)
    const file = dossierFiles.find((one) => one === params.file)
    const found = round !== null && file ? await services.results.openDossier(round, file) : null
    return found ? sendDossierFile(reply, found) : pages.sendError(request, reply, 404, null)
  }

  /** The letter of a signed-in candidate, or of one looked up in this browser within the last 15 minutes. */
  async function sendLetter({ request, reply, language, params }: AskedFile<null, { userId: string; round: string }>) {
    const { userId, round } = params
    const actor = signedIn(portal, request)
    const own = actor && {
      candidateId: actor.candidateId,
      userId: portal.services.application.standingOf(actor).details.user_id,
    }
    const shown = services.lookUp.readerOf(userId, own, cookies.lookUp.read(request))
    if (!shown) return pages.sendError(request, reply, 403, null)
    const letter = await services.printables.print(shown, `allotment-letter-${round}`, language)
    return letter.ok ? sendPrinted(reply, letter.value) : pages.sendRefused(request, reply, letter.refusal)
  }

  return {
    ...(Object.fromEntries(publicPdfs.map((file) => [file, sendNamedPdf(file)])) as Record<
      PublicPdf,
      ReturnType<typeof sendNamedPdf>
    >),
    'file/:id.pdf': sendDownload,
    'download/proforma-:name.pdf': sendProforma,
    'download/worksheet-:of.pdf': (asked) => sendWorksheet(asked, asked.params.of),
    'download/worksheet.pdf'(asked) {
      const { type, category } = asked.request.query as { type?: unknown; category?: unknown }
      return sendWorksheet(asked, `${type}_${category}`)
    },
    ...discoveryFiles(portal),
    async 'seat-matrix.pdf'({ request, reply, language }) {
      if (!services.seats.inForce()) return pages.sendError(request, reply, 404, null)
      const pdf = await services.seatMatrixPdf(language)
      if (!pdf) return pages.sendError(request, reply.header('retry-after', 5), 503, null)
      return sendPublicPdf(reply, 'seat-matrix.pdf', pdf)
    },
    'seat-matrix.csv': ({ request, reply }) =>
      sendSeatMatrix(services.seats, course.slug, reply) ?? pages.sendError(request, reply, 404, null),
    'institute-wise-vacancy.csv': ({ request, reply }) =>
      sendVacancies(services.seats, course.rounds, course.slug, request, reply) ??
      pages.sendError(request, reply, 404, null),
    'merit-lists/:name.pdf': sendMeritPaper,
    'merit-lists/:name.csv': sendMeritTable,
    async 'institute_wise_Allotment.pdf'(asked) {
      const pdf = await allotmentPdf(services.results, asked)
      if (pdf === 'busy') return pages.sendError(asked.request, asked.reply.header('retry-after', 5), 503, null)
      if (!pdf) return pages.sendError(asked.request, asked.reply, 404, null)
      return sendPublicPdf(asked.reply, pdf.name, pdf.content)
    },
    'institute_wise_Allotment.csv': (asked) =>
      sendAllotmentTable(services.results, course.slug, asked) ??
      pages.sendError(asked.request, asked.reply, 404, null),
    'closing-merit.csv': (asked) =>
      sendClosingTable(services.results, course.slug, asked) ?? pages.sendError(asked.request, asked.reply, 404, null),
    'chances.json': (asked) =>
      sendChances(services.pastSeasons, services.course.rounds, asked) ??
      pages.sendError(asked.request, asked.reply, 404, null),
    'allotment/:round/dossier/:file': sendDossier,
    'verify.py': ({ reply }) => forEverybody(reply, 'text/x-python; charset=utf-8').send(verifyOutside.program),
    'allotment-format.md': ({ reply }) =>
      forEverybody(reply, 'text/markdown; charset=utf-8').send(verifyOutside.format),
    'witness.py': ({ reply }) => forEverybody(reply, 'text/x-python; charset=utf-8').send(watchOutside.program),
    'check.py': ({ reply }) => forEverybody(reply, 'text/x-python; charset=utf-8').send(watchOutside.check),
    'sign.py': ({ reply }) => forEverybody(reply, 'text/x-python; charset=utf-8').send(watchOutside.sign),
    'letters.json': async ({ reply }) =>
      reply
        .header('cache-control', 'public, max-age=60')
        .header('access-control-allow-origin', '*')
        .send(await services.letters.book()),
    async 'letters/:list'({ request, reply, params: { list } }) {
      const token = await services.letters.list(list)
      if (token === null) return pages.sendError(request, reply, 404, null)
      return reply
        .header('cache-control', 'public, max-age=60')
        .header('access-control-allow-origin', '*')
        .type('application/statuslist+jwt')
        .send(token)
    },
    'log-format.md': ({ reply }) => forEverybody(reply, 'text/markdown; charset=utf-8').send(watchOutside.format),
    'allotment/round-print-form/:userId/letter-:round.pdf': sendLetter,
  }
}

/** The signed-in candidate's own papers and uploads. */
function ownFiles(portal: Portal): Files<Exclude<CandidateFile, PublicName>> {
  const { services, pages } = portal

  /** A candidate's document as a PDF; a refusal becomes a page. */
  async function print({ request, reply, actor, language }: AskedFile<SessionActor>, kind: string) {
    const printed = await services.printables.print(actor, kind, language)
    if (printed.ok) return sendPrinted(reply, printed.value)
    return pages.sendRefused(request, reply, printed.refusal)
  }

  return {
    async 'my-data.pdf'({ request, reply, actor, language }) {
      const printed = await services.printMyData(actor.candidateId, language)
      if (!(printed instanceof Uint8Array)) return pages.sendRefused(request, reply, tooOften(printed.seconds).refusal)
      return sendPrinted(reply, { bytes: printed, fileName: 'my-data.pdf' })
    },
    async 'my-data.zip'({ request, reply, actor, language }) {
      const archive = services.privacy.myData.archive(actor, async () => {
        const printed = await services.printMyData(actor.candidateId, language)
        return printed instanceof Uint8Array ? printed : null
      })
      return archive.ok ? sendArchive(reply, archive.value) : pages.sendRefused(request, reply, archive.refusal)
    },
    'print-pdf.pdf': (asked) => print(asked, 'application-form'),
    'acknowledgement.pdf': (asked) => print(asked, 'acknowledgement'),
    'provisional-merit.pdf': (asked) => print(asked, 'merit-provisional'),
    'final-merit.pdf': (asked) => print(asked, 'merit-final'),
    'jk-seat.pdf': (asked) => print(asked, 'jk-letter'),
    'option-form/print.pdf': (asked) =>
      print(asked, `option-form-${(asked.request.query as { round?: unknown }).round}`),
    'self-arc-home/receipt.pdf': (asked) => print(asked, 'admission-receipt'),
    'cancel-admission-application-form-print.pdf': (asked) => print(asked, 'cancellation'),
    'transactions-logs/receipt-:payment.pdf': (asked) => print(asked, `receipt-${asked.params.payment}`),
    'allotment/letter-:round.pdf': (asked) => print(asked, `allotment-letter-${asked.params.round}`),
    async 'documents/view/:name/file'({ request, reply, actor, params }) {
      const opened = await services.documents.open(actor.candidateId, params.name)
      return pages.sendFound(request, reply, opened.ok ? opened.value : null)
    },
    async 'documents/view/:name/thumbnail'({ request, reply, actor, params: { name } }) {
      const opened = await services.documents.openThumbnail(actor.candidateId, name)
      return opened.ok
        ? pages.sendFound(request, reply, { ...opened.value, name })
        : pages.sendRefused(request, reply, opened.refusal)
    },
    async 'certificates/:name/file'({ request, reply, actor, params: { name } }) {
      const opened = await services.certificates.open(actor.candidateId, name)
      return pages.sendFound(request, reply, opened && { ...opened, name })
    },
    async 'grievancy/file/:grievance-:file'({ request, reply, actor, params }) {
      const [id, file] = [writtenNumber(params.grievance) ?? 0, writtenNumber(params.file) ?? 0]
      return pages.sendFound(request, reply, await services.grievances.openOwn(actor.candidateId, id, file))
    },
  }
}
