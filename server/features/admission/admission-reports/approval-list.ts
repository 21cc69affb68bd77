import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import {
  type CertificateStatus,
  certificateStatus,
  isCertificateKind,
  type Verdict,
} from '#server/domain/scrutiny/certificates.ts'
import { auditActor } from '#server/domain/terms/audit.ts'
import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import { maySeeFigures, type Officer } from '#server/domain/terms/staff.ts'
import { csvTable } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { nextIn } from '#server/kernel/next-in.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { AdmissionReportsDeps } from './deps'
import type { CheckedAdmission } from './store'

/**
 * A document awaited on the day of admission. `status`: what has become of it since; null for one that is not handed in
 * as a certificate.
 */
type AwaitedNow = { kind: string; status: CertificateStatus | null }

/** An admission on an approval list. */
type ApprovalLine = Omit<CheckedAdmission, 'awaited' | 'seen'> & {
  seen: DocumentKind[]
  course: string
  seatType: string
  awaited: AwaitedNow[]
}
export type ApprovalList = { code: string; name: string; region: Region | null; at: Instant; lines: ApprovalLine[] }

/** Reads what the store tells of the documents awaited at an admission. */
const awaitedNow = (found: string): AwaitedNow[] =>
  (JSON.parse(found) as { kind: string; isThere: 0 | 1; verdict: Verdict | null }[]).map(
    ({ kind, isThere, verdict }) => ({
      kind,
      status: isCertificateKind(kind) ? certificateStatus(isThere ? { verdict } : null) : null,
    }),
  )

/** The office has given no verdict, or the institute has answered its objection. */
const waitsForOffice = ({ verdict, answeredAt }: ApprovalLine): boolean => verdict === null || answeredAt !== null

const exportColumns = [
  'application id',
  'name',
  'category',
  'course',
  'seat type',
  'admitted',
  'certificates awaited at admission',
  'verdict',
  'reason',
  'checked by',
  'answer of the institute',
] as const

/** The admissions in force at an institute, as its regional office and the ARA check them. Each look is logged. */
export function createApprovalList({
  store,
  clock,
  acceptance,
  documents,
  shownFacts,
  print,
  record,
}: AdmissionReportsDeps) {
  /** The admissions in force at an institute of the officer's region; an institute beyond it looks unknown. */
  function approvalList(officer: Officer, code: string): Result<ApprovalList> {
    const courses = store.courses().filter((course) => course.code === code)
    const place = courses.at(-1)
    if (!place || !maySeeFigures(officer, regionOf(place.district))) return refuse('unknown-institute', 404)
    const nameOf = new Map(courses.map(({ choiceCode, course }) => [choiceCode, course]))
    const lines: ApprovalLine[] = []
    const seen = new Set<number>()
    for (let round = acceptance.newestRound() ?? 0; round > 0; round--) {
      const seats = acceptance.seatsAt(round, code).filter(({ offer }) => !seen.has(offer.candidateId))
      const admitted = new Map(
        seats.filter(({ state }) => state === 'admitted').map(({ offer }) => [offer.candidateId, offer]),
      )
      for (const { awaited, seen: originals, ...line } of store.admissions([...admitted.keys()], round, code)) {
        seen.add(line.candidateId)
        const { choiceCode, seatType } = admitted.get(line.candidateId)!
        lines.push({
          ...line,
          seen: JSON.parse(originals),
          seatType,
          course: nameOf.get(choiceCode)!,
          awaited: awaitedNow(awaited),
        })
      }
    }
    lines.sort((a, b) => (a.userId < b.userId ? -1 : 1))
    return ok({ code, name: place.institute, region: regionOf(place.district), at: clock.portal(), lines })
  }

  /** One admission of the list. */
  function admitted(officer: Officer, code: string, userId: string) {
    const list = approvalList(officer, code)
    if (!list.ok) return list
    const line = list.value.lines.find((one) => one.userId === userId)
    return line ? ok({ ...list.value, line }) : refuse('unknown-admission', 404)
  }

  return {
    approvalList,

    /** Reading a list of people is logged. */
    readList(officer: Officer, code: string): Result<ApprovalList> {
      const list = approvalList(officer, code)
      if (list.ok) record(auditActor(officer), 'approval.list-read', { of: `institute:${code}` })
      return list
    },

    /**
     * An admission of the list with what it is checked against: the candidate's facts beside the documents, and the
     * originals that the institute saw; logs the look.
     */
    readCandidate(officer: Officer, code: string, userId: string, language: Language) {
      const found = admitted(officer, code, userId)
      if (!found.ok) return found
      const { name, line } = found.value
      record(auditActor(officer), 'approval.candidate-read', { candidateId: line.candidateId }, { institute: code })
      const facts = shownFacts({ id: line.candidateId, fullName: line.fullName }, language)
      return ok({ code, name, line, facts })
    },

    /** Whose admission to check after this one of the list; null if no other waits. */
    nextAfter(officer: Officer, code: string, userId: string): Result<string | null> {
      const found = admitted(officer, code, userId)
      if (!found.ok) return found
      const waiting = found.value.lines.filter(waitsForOffice).map((one) => one.userId)
      return ok(nextIn(waiting, userId))
    },

    /** A document of a candidate on the list, whole or one page of it; logs the look. */
    async document(officer: Officer, code: string, userId: string, name: string, page?: number) {
      const found = admitted(officer, code, userId)
      if (!found.ok) return found
      const { candidateId } = found.value.line
      const opened = await documents.view(candidateId, name, officer, page)
      if (opened.ok) record(auditActor(officer), 'approval.document-read', { candidateId }, { document: name })
      return opened
    },

    /** An institute's approval list, for a spreadsheet; logs the export. */
    exportList(officer: Officer, code: string): Result<string[]> {
      const list = approvalList(officer, code)
      if (!list.ok) return list
      record(auditActor(officer), 'approval.exported', { of: `institute:${code}` })
      const rows = list.value.lines.map((line) => [
        line.userId,
        line.fullName,
        line.category,
        line.course,
        line.seatType,
        civilDate(line.admittedAt as Instant),
        line.awaited.map(({ kind, status }) => (status ? `${kind} (${status})` : kind)).join(' '),
        line.verdict,
        line.reason,
        line.checkedBy,
        line.answer,
      ])
      return ok(csvTable(exportColumns, rows))
    },

    /** The same list on paper; null if it is unknown, or the press is full. */
    async printList(officer: Officer, code: string, language: Language): Promise<Uint8Array | null> {
      const list = approvalList(officer, code)
      if (!list.ok) return null
      record(auditActor(officer), 'approval.exported', { of: `institute:${code}` })
      return print(list.value, language)
    },
  }
}

export type Approvals = ReturnType<typeof createApprovalList>
