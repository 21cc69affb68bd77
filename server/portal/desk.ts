import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { dossierFiles } from '#server/adapters/dossiers.ts'
import { maxFileBytes, maxTableBytes } from '#server/domain/application/file-at-sight.ts'
import { deskOf } from '#server/domain/desk/desks.ts'
import { href } from '#server/domain/terms/href.ts'
import { type CellAct, type CellFile, type CellRoute, cellRoutes, deskTakesFiles } from '#server/domain/terms/routes.ts'
import { sendApprovalList, sendReport } from '#server/features/admission/admission-reports/api.ts'
import { sendTable, sendTemplate } from '#server/features/desk/imports/api.ts'
import { sendCandidates, sendOverviewTable } from '#server/features/desk/overview/api.ts'
import { sendPasswords } from '#server/features/desk/staff/api.ts'
import { FindingsExport } from '#server/features/merit/merit-lists/schema.ts'
import { sendDayBook } from '#server/features/money/settlement/api.ts'
import { SeatExport } from '#server/features/seats/allotment/schema.ts'
import { sendSampleMatrix } from '#server/features/seats/seat-matrix/api.ts'
import { flashValue } from '#server/http/cookies.ts'
import { sendCsv } from '#server/http/csv.ts'
import { Refused } from '#server/http/refused.ts'
import type { SentFile } from '#server/http/send-file.ts'
import { parseForm } from '#server/http/shape.ts'
import { acceptFiles } from '#server/http/upload.ts'
import type { Result } from '#server/kernel/result.ts'
import { writtenNumber } from '#server/kernel/written-number.ts'

import type { Portal } from './pages'

/** The staff desk: its pages by their table, and its other addresses. */
export async function registerDesk(desk: FastifyInstance, portal: Portal): Promise<void> {
  const { arrivals, pages } = portal
  const hidden = { schema: { hide: true } }
  for (const route of Object.keys(cellRoutes) as CellRoute[]) {
    const handler = pages.handleDesk(route)
    desk.get(`/${route}`, hidden, handler)
    if (!deskTakesFiles(route)) desk.post(`/${route}`, { ...hidden, onRequest: arrivals.note }, handler)
  }
  for (const [kind, fileSize] of [
    [true, maxFileBytes],
    ['tables', maxTableBytes],
  ] as const)
    await desk.register(async (scope) => {
      await acceptFiles(scope, fileSize)
      for (const route of (Object.keys(cellRoutes) as CellRoute[]).filter((one) => deskTakesFiles(one) === kind)) {
        scope.post(`/${route}`, { ...hidden, onRequest: arrivals.note }, pages.handleDesk(route))
      }
    })
  for (const [act, run] of Object.entries(actsOf(portal))) {
    desk.post(`/${act}`, hidden, pages.handleDeskAct(act as CellAct, run))
  }
  for (const [address, find] of Object.entries(filesOf(portal))) {
    desk.get(`/${address}`, hidden, pages.handleDeskFile(address as CellFile, find))
  }
}

/** The acts of the desk that are not pages. */
function actsOf(portal: Portal): Record<CellAct, Parameters<Portal['pages']['handleDeskAct']>[1]> {
  const { services, cellBase, cookies } = portal
  const { course, staff } = services
  return {
    logout(actor, _request, reply) {
      staff.logout(actor)
      cookies.desk.clear(reply)
      cookies.flash.write(reply, flashValue({ type: 'success', key: 'shell:flash.logged-out' }))
      return reply.redirect(href(cellBase, 'login/:desk', { desk: deskOf(actor.role) }), 303)
    },
    async 'list.csv'(actor, request, reply) {
      const file = await services.deskLists.exportView(actor, request.body)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, `${file.value.name}-${course.slug}`, file.value.pieces)
    },
    'list-view'(actor, request, reply) {
      const changed = services.deskLists.changeView(actor, request.body)
      if (!changed.ok) throw new Refused(changed.refusal)
      return reply.redirect(href(cellBase, changed.value.list as 'grievances', undefined, changed.value.search), 303)
    },
    'overview.csv': (actor, request, reply) => sendOverviewTable(services.overview, course.slug, actor, request, reply),
    'candidates.csv': (actor, _request, reply) => sendCandidates(services.overview, course.slug, actor, reply),
    'reporting.csv'(actor, request, reply) {
      const file = services.reporting.exportDay(actor, (request.body as { round?: unknown } | null)?.round)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, file.value.name, file.value.pieces)
    },
    'reports.csv': (actor, request, reply) =>
      sendReport(services.admissionReports, course.slug, actor, request.body, reply),
    async 'stage-report.csv'(actor, request, reply, language) {
      const { _csrf: _, ...asked } = (request.body ?? {}) as Record<string, unknown>
      const file = await services.stageReport.exportReport(actor, asked, language)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, `stages-${course.slug}`, file.value)
    },
    async 'stage-report.pdf'(actor, request, reply, language) {
      const { _csrf: _, ...asked } = (request.body ?? {}) as Record<string, unknown>
      const file = await services.stageReport.printReport(actor, asked, language)
      if (!file.ok) throw new Refused(file.refusal)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="stages-${course.slug}.pdf"`)
        .send(Buffer.from(file.value))
    },
    async 'yield.csv'(actor, request, reply, language) {
      const { _csrf: _, ...asked } = (request.body ?? {}) as Record<string, unknown>
      const file = await services.stageReport.yields.exportReport(actor, asked, language)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, `yield-${course.slug}`, file.value)
    },
    async 'yield.pdf'(actor, request, reply, language) {
      const { _csrf: _, ...asked } = (request.body ?? {}) as Record<string, unknown>
      const file = await services.stageReport.yields.printReport(actor, asked, language)
      if (!file.ok) throw new Refused(file.refusal)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="yield-${course.slug}.pdf"`)
        .send(Buffer.from(file.value))
    },
    'approval-list.csv': (actor, request, reply) =>
      sendApprovalList(services.admissionReports, actor, request.body, reply),
    'day-book.csv': (actor, _request, reply) => sendDayBook(services.settlement, course.slug, actor, reply),
    'allotment-seats.csv'(actor, request, reply) {
      const form = parseForm(SeatExport, request.body)
      if (!form.ok) throw new Refused(form.refusal)
      const { run, ...search } = form.value
      const file = services.allotment.exportSeats(actor, run, search)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, `allotment-${run}`, file.value)
    },
    'merit-findings.csv'(actor, request, reply) {
      const form = parseForm(FindingsExport, request.body)
      if (!form.ok) throw new Refused(form.refusal)
      const file = services.meritLists.exportFindings(actor, form.value.edition)
      if (!file.ok) throw new Refused(file.refusal)
      return sendCsv(reply, `merit-findings-${form.value.edition}`, file.value)
    },
    'import-template.csv': (actor, request, reply) => sendTemplate(services.imports, actor, request, reply),
    'import-table.csv': (actor, request, reply) => sendTable(services.imports, course.slug, actor, request, reply),
    'one-time-passwords.csv': (actor, _request, reply) => sendPasswords(services.staff, actor, reply),
    'seat-matrix-sample.csv': (_actor, _request, reply) => sendSampleMatrix(reply),
  }
}

/** The files next to the pages of the desk. */
function filesOf(portal: Portal): Record<CellFile, Parameters<Portal['pages']['handleDeskFile']>[1]> {
  const { services } = portal
  const { centres } = services
  return {
    async 'scrutiny/:userId/file/:name'(actor, { userId = '', name = '' }) {
      const file = await services.scrutiny.document(actor, userId, name)
      return file && { ...file, name: `${userId}-${name}` }
    },
    async 'scrutiny/:userId/file/:name/:page'(actor, { userId = '', name = '', page = '' }) {
      const opened = await services.scrutiny.page(actor, userId, name, writtenNumber(page) ?? 0)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'second-reading/:userId/file/:name'(actor, { userId = '', name = '' }) {
      return pageOf(await services.secondReadings.document(actor, userId, name), `${userId}-${name}`)
    },
    async 'second-reading/:userId/file/:name/:page'(actor, { userId = '', name = '', page = '' }) {
      const opened = await services.secondReadings.document(actor, userId, name, writtenNumber(page) ?? 0)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'duplicates/:userId/file/:name'(actor, { userId = '', name = '' }) {
      return pageOf(await services.duplicates.document(actor, userId, name), `${userId}-${name}`)
    },
    async 'duplicates/:userId/file/:name/:page'(actor, { userId = '', name = '', page = '' }) {
      const opened = await services.duplicates.document(actor, userId, name, writtenNumber(page) ?? 0)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'set-up/letterhead.pdf'(_actor, _params, language) {
      const bytes = await services.letterheadPdf(language)
      return bytes && { ...pdfOf(bytes), name: 'letterhead' }
    },
    async 'settings/picture/:mark'(_actor, { mark = '' }) {
      const picture = services.cellPictures.find(mark)
      if (!picture) return null
      const { bytes, mediaType, part } = picture
      return { stream: Readable.from([Buffer.from(bytes)]), mediaType, bytes: bytes.length, name: part }
    },
    async 'settings/paper/:logo/:letterhead'(_actor, { logo = '', letterhead = '' }, language) {
      const found = (mark: string) => (mark === 'none' ? null : services.cellPictures.find(mark))
      const pictures = { logo: found(logo), letterhead: found(letterhead) }
      if ((logo !== 'none' && !pictures.logo) || (letterhead !== 'none' && !pictures.letterhead)) return null
      const bytes = await services.letterheadPdf(language, pictures)
      return bytes && { ...pdfOf(bytes), name: 'letterhead' }
    },
    async 'reporting/:userId/file/:name'(actor, { userId = '', name = '' }) {
      return pageOf(await services.reporting.document(actor, userId, name), `${userId}-${name}`)
    },
    async 'reporting/:userId/file/:name/:page'(actor, { userId = '', name = '', page = '' }) {
      const opened = await services.reporting.document(actor, userId, name, writtenNumber(page) ?? 0)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'reporting/:userId/receipt'(actor, { userId = '' }, language) {
      const candidateId = services.reporting.admittedHere(actor, userId)
      if (!candidateId.ok) return null
      const actorOf = { candidateId: candidateId.value }
      const printed = await services.printables.print(actorOf, 'admission-receipt', language)
      if (!printed.ok) throw new Refused(printed.refusal)
      const { bytes } = printed.value
      return {
        stream: Readable.from([bytes]),
        mediaType: 'application/pdf',
        bytes: bytes.length,
        name: `${userId}-admission-receipt`,
      }
    },
    async 'centre/:userId/documents/:name'(actor, { userId = '', name = '' }) {
      const candidateId = centres.openDocument(actor, userId, name)
      if (!candidateId.ok) return null
      const opened = await services.documents.open(candidateId.value, name)
      return opened.ok ? { ...opened.value, name: `${userId}-${name}` } : null
    },
    async 'centre/:userId/documents/:name/:page'(actor, { userId = '', name = '', page = '' }) {
      const candidateId = centres.openDocument(actor, userId, name)
      if (!candidateId.ok) return null
      const lane = `staff:${actor.id}`
      const opened = await services.documents.openPage(candidateId.value, name, writtenNumber(page) ?? 0, lane)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'certificates/:id/file'(actor, { id = '' }) {
      return pageOf(await services.certificates.openFile(actor, writtenNumber(id) ?? 0), `certificate-${id}`)
    },
    async 'certificates/:id/file/:page'(actor, { id = '', page = '' }) {
      const opened = await services.certificates.openFile(actor, writtenNumber(id) ?? 0, writtenNumber(page) ?? 0)
      return pageOf(opened, `certificate-${id}-${page}`)
    },
    async 'grievances/:id/file/:file'(actor, { id = '', file = '' }) {
      return pageOf(
        await services.grievances.openAtDesk(actor, writtenNumber(id) ?? 0, file),
        `grievance-${id}-${file}`,
      )
    },
    async 'grievances/:id/file/:file/:page'(actor, { id = '', file = '', page = '' }) {
      const asked = writtenNumber(page) ?? 0
      const opened = await services.grievances.openAtDesk(actor, writtenNumber(id) ?? 0, file, asked)
      return pageOf(opened, `grievance-${id}-${file}-${page}`)
    },
    async 'allotments/:id/dossier/:file'(actor, { id = '', file = '' }) {
      const name = dossierFiles.find((one) => one === file)
      const found = name && (await services.allotment.dossier(actor, writtenNumber(id) ?? 0, name))
      return found ? { ...found, mediaType: 'application/json', name: `allotment-${id}-${file.slice(0, -5)}` } : null
    },
    async 'approvals/:code/:userId/file/:name'(actor, { code = '', userId = '', name = '' }) {
      return pageOf(await services.admissionReports.document(actor, code, userId, name), `${userId}-${name}`)
    },
    async 'approvals/:code/:userId/file/:name/:page'(actor, { code = '', userId = '', name = '', page = '' }) {
      const asked = writtenNumber(page) ?? 0
      const opened = await services.admissionReports.document(actor, code, userId, name, asked)
      return pageOf(opened, `${userId}-${name}-${page}`)
    },
    async 'approvals/:code/list.pdf'(actor, { code = '' }, language) {
      const pdf = await services.admissionReports.printList(actor, code, language)
      return pdf && { ...pdfOf(pdf), name: `approval-list-${code}` }
    },
  }
}

/** A page of a document on its way; null if there is none. Another refusal has a page of its own. */
function pageOf(opened: Result<Omit<SentFile, 'name'>>, name: string): SentFile | null {
  if (opened.ok) return { ...opened.value, name }
  if (opened.refusal.status === 404) return null
  throw new Refused(opened.refusal)
}

const pdfOf = (bytes: Uint8Array) => ({
  stream: Readable.from([bytes], { objectMode: false }),
  mediaType: 'application/pdf',
  bytes: bytes.length,
})
