import type { MenuItem, PublicPdf } from '../../server/domain/menu'
import type { CandidateRoute } from '../../server/domain/routes'
import type { Language } from '../../server/kernel/languages'

/** Addresses that are no pages of the route table; pages themselves are addressed by `href`. */

export const demoAddress = '/demo'

/** The demo's gateway without money, at the page of an order; outside of the portal, whose cookie knows the language. */
export const demoGatewayAddress = (base: string, orderId: string, language: Language): string =>
  `${demoAddress}/gateway/${base.split('/')[1]}/${orderId}?lang=${language}`

/** A payment's receipt, a PDF. */
export const receiptAddress = (base: string, paymentId: number): string =>
  `${base}transactions-logs/receipt-${paymentId}.pdf`

/** The bytes of a public document. */
export const publicFileAddress = (base: string, id: number): string => `${base}file/${id}.pdf`

/** One of the documents that have an address of their own: `ruleA.pdf`. */
export const publicPdfAddress = (base: string, file: PublicPdf): string => `${base}${file}`

/** A whole merit list as a file; `name`: `final-1-state`. */
export const meritFileAddress = (base: string, name: string, ending: 'csv' | 'pdf'): string =>
  `${base}merit-lists/${name}.${ending}`

/** Takes a POST with `_csrf`. */
export const logoutAddress = (base: string): string => `${base}logout`

/** The desk's; takes a POST with `_csrf`. */
export const deskLogoutAddress = (cellBase: string): string => `${cellBase}logout`

/** A document of a form at the desk; `at`: when it was uploaded. */
export const scrutinyFileAddress = (cellBase: string, userId: string, name: string, at: number): string =>
  `${cellBase}scrutiny/${userId}/file/${name}?at=${at}`

/** The audit log as CSV; takes a POST with `_csrf` and the search. */
export const auditExportAddress = (cellBase: string): string => `${cellBase}audit.csv`

/** A table of the overview, or all candidates, as CSV; takes a POST with `_csrf`. */
export const overviewExportAddress = (cellBase: string): string => `${cellBase}overview.csv`
export const candidatesExportAddress = (cellBase: string): string => `${cellBase}candidates.csv`

/** A sample of the file that a seat matrix is taken from; takes a POST with `_csrf`. */
export const seatSampleAddress = (cellBase: string): string => `${cellBase}seat-matrix-sample.csv`

export const apiAddress = (base: string): string => `${base}api`

/** `at`: epoch milliseconds, against caches. Source: specification §7. */
export const versionAddress = (base: string, at: number): string => `${base}version.json?timestamp=${at}`

/** The bytes of an uploaded document; `at` (when it was uploaded) tells a replaced one from the one before. */
export const documentFileAddress = (base: string, name: string, at: number): string =>
  `${base}documents/view/${name}/file?at=${at}`

/** The bytes of a candidate's document, for the centre that they have come to. */
export const centreDocumentAddress = (cellBase: string, userId: string, name: string, at: number): string =>
  `${cellBase}centre/${userId}/documents/${name}?at=${at}`

/** The bytes of a certificate that was handed in beside the form. */
export const certificateFileAddress = (base: string, kind: string, at: number): string =>
  `${base}certificates/${kind}/file?at=${at}`

/** The same, for an officer. */
export const certificateCaseAddress = (cellBase: string, id: number): string => `${cellBase}certificates/${id}/file`

/** The bytes of an attachment, for the candidate whose grievance it is. */
export const grievanceFileAddress = (base: string, grievance: number, file: number): string =>
  `${base}grievancy/file/${grievance}-${file}`

/** The same for an officer, at the desk. */
export const deskGrievanceFileAddress = (cellBase: string, grievance: number, file: number): string =>
  `${cellBase}grievances/${grievance}/file/${file}`

/** Who has told an institute of their interest, as CSV; takes a POST with `_csrf`. */
export const nonCapExportAddress = (cellBase: string): string => `${cellBase}non-cap.csv`

/** A file of the dossier of a run of the allotment. */
export const dossierAddress = (cellBase: string, run: number, file: 'input' | 'result' | 'manifest'): string =>
  `${cellBase}allotments/${run}/dossier/${file}.json`

/** A page's document as PDF: `…/print-pdf.pdf`. */
export const printableAddress = (base: string, route: CandidateRoute): string => `${base}${route}.pdf`

/** A page's table for a spreadsheet: `…/seat-matrix.csv`. */
export const tableAddress = (base: string, route: CandidateRoute, round: number | null = null): string =>
  `${base}${route}.csv${round === null ? '' : `?round=${round}`}`

/** The letter of a round's allotment, a PDF, for the candidate who is signed in. */
export const allotmentLetterAddress = (base: string, round: number): string => `${base}allotment/letter-${round}.pdf`

/** The same for somebody who was looked up in this browser. */
export const lookedUpLetterAddress = (base: string, userId: string, round: number): string =>
  `${base}allotment/round-print-form/${encodeURIComponent(userId)}/letter-${round}.pdf`

/** A round's institute-wise list as a table, whole or of one institute. */
export const allotmentsCsvAddress = (base: string, round: number, institute?: string): string =>
  `${base}institute_wise_Allotment.csv?${new URLSearchParams({ round: String(round), ...(institute && { institute }) })}`

/** The same as PDF. */
export const allotmentsPdfAddress = (base: string, round: number, institute?: string): string =>
  `${base}institute_wise_Allotment.pdf?${new URLSearchParams({ round: String(round), ...(institute && { institute }) })}`

/** The confirmed option form of a round as PDF. */
export const optionFormPdfAddress = (base: string, round: number): string =>
  `${printableAddress(base, 'option-form/print')}?round=${round}`

/** Where a line of a sidebar leads; the lines of the rounds, which share a page, say which round. */
export const menuAddress = (base: string, item: Pick<MenuItem, 'path' | 'external' | 'info'>): string =>
  item.external ? item.path : `${base}${item.path}${item.info.round ? `?round=${item.info.round}` : ''}`

/** The page at `url` in another language. */
export function inLanguage(url: string, language: Language): string {
  const [path, search] = url.split('?')
  const query = new URLSearchParams(search)
  query.set('lang', language)
  return `${path}?${query}`
}
