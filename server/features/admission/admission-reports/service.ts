import type { Readable } from 'node:stream'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Offer, OfferState } from '#server/domain/admission/offer.ts'
import {
  addToTally,
  type CheckVerdict,
  emptyTally,
  sumOfTallies,
  type Tally,
  tallySteps,
} from '#server/domain/admission/tally.ts'
import type { DocumentKind } from '#server/domain/application/required-documents.ts'
import { mostCounted, type Waiting } from '#server/domain/desk/waiting.ts'
import {
  type CertificateStatus,
  certificateStatus,
  isCertificateKind,
  type Verdict,
} from '#server/domain/scrutiny/certificates.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { CapRound } from '#server/domain/terms/cap-rounds.ts'
import { categories as categoriesInOrder } from '#server/domain/terms/claims.ts'
import { type Region, regionOf } from '#server/domain/terms/regions.ts'
import { mayDo, maySeeFigures, ownInstitute, type StaffRole, type StaffScope } from '#server/domain/terms/staff.ts'
import { breath } from '#server/kernel/background.ts'
import { byteOrderMark, type CsvCell, csvLine } from '#server/kernel/csv.ts'
import type { Language } from '#server/kernel/languages.ts'
import { type ListShape, listOfRows } from '#server/kernel/lists.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { civilDate, type Instant } from '#server/kernel/time.ts'
import type { AdmissionCheck } from './schema'
import type { AdmissionReportsStore, CheckedAdmission, Objection } from './store'

type Officer = StaffScope & { id: number; loginName: string; role: StaffRole }
type CountedSeat = { offer: Offer & { candidateId: number }; state: OfferState }

type AdmissionReportsDeps = {
  db: Database
  store: AdmissionReportsStore
  clock: Pick<Clock, 'portal'>
  acceptance: {
    newestRound(): number | null
    /** Every seat of a round, in pieces. */
    seatsOfRound(round: CapRound): Generator<CountedSeat[]>
    seatsAt(round: CapRound, institute: string): CountedSeat[]
  }
  /** The candidate's facts beside their documents. */
  shownFacts(person: { id: number; fullName: string }, language: Language): ShownFacts
  openDocument(
    candidateId: number,
    name: string,
  ): Promise<{ stream: Readable; mediaType: string; bytes: number } | null>
  print(list: ApprovalList, language: Language): Promise<Uint8Array | null>
  record: RecordAct
}

type ShownFacts = readonly {
  name: FactName
  rows: readonly { label: string; value: string }[]
  documents: readonly { kind: string; uploadedAt: number }[]
}[]

/**
 * An institute in the report. `intake`: its seats in the matrix; `vacant`: those that nobody keeps; `verdicts`: of the
 * second check, on admissions in force.
 */
type InstituteLine = Tally & {
  code: string
  name: string
  region: Region | null
  intake: number
  vacant: number
  categories: { category: string; tally: Tally }[]
  verdicts: Partial<Record<CheckVerdict, number>>
}

type Report = { round: number; at: Instant; institutes: InstituteLine[] }

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
type ApprovalList = { code: string; name: string; region: Region | null; at: Instant; lines: ApprovalLine[] }

/** How far the second check of an institute's admissions has come. `region`: null outside the state. */
type ApprovalsLine = {
  code: string
  name: string
  region: Region | null
  admitted: number
  checked: number
  objected: number
  waiting: number
}

const approvalsShape: ListShape = {
  list: 'approvals',
  columns: [
    { key: 'code', kind: 'text', isSortable: true },
    { key: 'name', kind: 'written', isSortable: true },
    { key: 'region', kind: 'text', isSortable: true },
    { key: 'admitted', kind: 'count', isSortable: true },
    { key: 'checked', kind: 'count', isSortable: true },
    { key: 'objected', kind: 'count', isSortable: true },
    { key: 'waiting', kind: 'count', isSortable: true },
  ],
  filters: ['region', 'code', 'name'],
  order: 'code',
}

/** Compares by category, in the order of the form; then candidates without one, and a category that it does not know. */
export const byCategory = ([a]: [string, unknown], [b]: [string, unknown]): number => placeOf(a) - placeOf(b)
function placeOf(category: string): number {
  const places = [...categoriesInOrder, '']
  const place = places.indexOf(category)
  return place < 0 ? places.length : place
}

/** A count that took longer than this, in ms, is kept, and renewed beside the pages. */
const quick = 200

/**
 * The reports of the regional offices and the ARA, and the second check of admissions. A report counts each candidate
 * once, by the newest seat. Source: rules §9.7.
 */
export function createAdmissionReports(deps: AdmissionReportsDeps) {
  const { db, store, clock, acceptance, print, record } = deps
  let kept: { report: Report; isSlow: boolean } | null = null
  let counting: Promise<Report> | null = null

  /** Counts the whole season in pieces, so that pages are served meanwhile. */
  async function count(): Promise<Report> {
    const newest = acceptance.newestRound() ?? 0
    const begun = performance.now()
    const places = new Map(store.courses().map((course) => [course.choiceCode, course]))
    const lines = new Map<
      string,
      { line: Omit<InstituteLine, keyof Tally | 'vacant' | 'categories' | 'verdicts'>; by: Map<string, Tally> }
    >()
    for (const { code, institute, district, intake } of places.values()) {
      const known = lines.get(code)
      if (known) known.line.intake += intake
      else lines.set(code, { line: { code, name: institute, region: regionOf(district), intake }, by: new Map() })
    }
    const seen = new Set<number>()
    for (let round = newest; round > 0; round--) {
      for (const piece of acceptance.seatsOfRound(round)) {
        const fresh = piece.filter(({ offer }) => !seen.has(offer.candidateId))
        const facts = new Map(
          store
            .counted(
              fresh.map(({ offer }) => offer.candidateId),
              round,
            )
            .map((one) => [one.candidateId, one]),
        )
        for (const { offer, state } of fresh) {
          seen.add(offer.candidateId)
          const { category, isAwaited } = facts.get(offer.candidateId)!
          const { by } = lines.get(places.get(offer.choiceCode)!.code)!
          const tally = by.get(category ?? '') ?? emptyTally()
          by.set(category ?? '', tally)
          addToTally(tally, { offer, state, isAwaited: isAwaited === 1 })
        }
        await breath()
      }
    }
    const verdicts = new Map<string, InstituteLine['verdicts']>()
    for (const code of lines.keys()) {
      verdicts.set(code, store.verdicts(code))
      await breath()
    }
    const institutes = [...lines.values()].map(({ line, by }) => {
      const sum = sumOfTallies(by.values())
      const categories = [...by].sort(byCategory).map(([category, tally]) => ({ category, tally }))
      return {
        ...line,
        ...sum,
        vacant: Math.max(0, line.intake - sum.kept),
        categories,
        verdicts: verdicts.get(line.code)!,
      }
    })
    institutes.sort((a, b) => (a.code < b.code ? -1 : 1))
    const report = { round: newest, at: clock.portal(), institutes }
    kept = { report, isSlow: performance.now() - begun > quick }
    return report
  }

  /** The newest count. A large portal shows the last one; a job renews it. */
  function current(): Report | Promise<Report> {
    return kept?.isSlow ? kept.report : renewed()
  }

  function renewed(): Promise<Report> {
    counting ??= count().finally(() => {
      counting = null
    })
    return counting
  }

  /** The institutes that an officer reaches, or those of one region among them. */
  const within = (report: Report, officer: Officer, region: Region | null) =>
    report.institutes.filter(
      (line) => maySeeFigures(officer, line.region) && (region === null || line.region === region),
    )

  async function report(officer: Officer, region: Region | null) {
    const all = await current()
    const institutes = within(all, officer, region)
    const categories = new Map<string, Tally[]>()
    for (const { categories: own } of institutes)
      for (const { category, tally } of own) categories.set(category, [...(categories.get(category) ?? []), tally])
    return {
      round: all.round,
      at: all.at,
      institutes,
      categories: [...categories]
        .sort(byCategory)
        .map(([category, tallies]) => ({ category, ...sumOfTallies(tallies) })),
    }
  }

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

  /** Gives the same verdict to these admissions. `reason`: of an objection; null: they are in order. */
  function judge(
    officer: Officer,
    code: string,
    admissions: readonly number[],
    reason: string | null,
  ): Result<undefined> {
    if (!mayDo(officer.role, 'approve')) return refuse('approval-only-region', 403)
    return db.transact((): Result<undefined> => {
      const list = approvalList(officer, code)
      if (!list.ok) return list
      const known = new Map(list.value.lines.map((line) => [line.id, line]))
      if (!admissions.every((id) => known.has(id))) return refuse('unknown-admission', 404)
      const verdict = reason === null ? 'checked' : 'objected'
      for (const admissionId of admissions) {
        store.check({ admissionId, verdict, reason, checkedAt: clock.portal(), checkedBy: officer.id })
        const { candidateId } = known.get(admissionId)!
        record(auditActor(officer), `approval.${verdict}`, { candidateId }, { institute: code })
      }
      const counted = kept?.report.institutes.find((one) => one.code === code)
      if (counted) counted.verdicts = store.verdicts(code)
      return ok()
    })
  }

  const approvals = listOfRows<Officer, ApprovalsLine>({
    shape: approvalsShape,
    key: 'code',
    rows: (officer) =>
      (kept ? within(kept.report, officer, null) : [])
        .map(({ code, name, region, admitted, verdicts }) => {
          const { checked = 0, objected = 0 } = verdicts
          return {
            code,
            name,
            region,
            admitted,
            checked,
            objected,
            waiting: Math.max(0, admitted - checked - objected),
          }
        })
        .filter(({ admitted, checked, objected }) => admitted + checked + objected > 0),
  })

  return {
    report,
    approvalList,

    /** The admissions that wait for the second check of the officer's regional office. */
    waiting(officer: Officer): Waiting[] {
      if (!mayDo(officer.role, 'approve')) return []
      const own = store.places().filter(({ district }) => maySeeFigures(officer, regionOf(district)))
      const { count, oldestAt } = store.unchecked(own.map(({ code }) => code))
      return [{ kind: 'approval', page: 'approvals', count: Math.min(count, mostCounted + 1), oldestAt, dueAt: null }]
    },

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
      const facts = deps.shownFacts({ id: line.candidateId, fullName: line.fullName }, language)
      return ok({ code, name, line, facts })
    },

    /** A document of a candidate on the list; logs the look. Null for any other. */
    async document(officer: Officer, code: string, userId: string, name: string) {
      const found = admitted(officer, code, userId)
      if (!found.ok) return null
      const { candidateId } = found.value.line
      const file = await deps.openDocument(candidateId, name)
      if (file) record(auditActor(officer), 'approval.document-read', { candidateId }, { document: name })
      return file
    },

    /** Institutes with admissions, and how far their second check has come. `ready` counts them. */
    approvalsList: { ...approvals, ready: async () => void (await current()) },

    /**
     * Marks an admission as checked, or objects to it with a reason; a later verdict replaces an earlier one. Refusals:
     * `approval-only-region` (403) for everybody but a regional office, `unknown-institute` and `unknown-admission`
     * (404), and `check-answers` (422) for an objection without a reason.
     */
    check(officer: Officer, code: string, { admission, verdict, reason }: AdmissionCheck): Result<undefined> {
      if (verdict === 'checked') return judge(officer, code, [admission], null)
      if (!reason) return refuse('check-answers', 422, { fields: [{ field: 'reason', code: 'checkReason.required' }] })
      return judge(officer, code, [admission], reason)
    },

    /** Marks all of these admissions as checked, or none; refusals as for one. */
    checkAll: (officer: Officer, code: string, admissions: readonly number[]): Result<undefined> =>
      judge(officer, code, admissions, null),

    /** The objections that the officer's institute has to answer; none for anybody else. */
    objectionsAt(officer: Officer): Objection[] {
      const institute = ownInstitute(officer)
      return institute.ok ? store.objections(institute.value) : []
    },

    /** A table of the report, for a spreadsheet; logs the export. */
    async exportReport(officer: Officer, table: 'institutes' | 'categories', region: Region | null): Promise<string[]> {
      const { institutes } = await report(officer, region)
      record(auditActor(officer), 'reports.exported', {}, { table, region: region ?? officer.region })
      const numbers = (tally: Tally) => tallySteps.map((step) => tally[step])
      const place = ({ region: of, code, name }: InstituteLine): CsvCell[] => [of ?? 'outside', code, name]
      const [head, rows]: [string[], CsvCell[][]] =
        table === 'institutes'
          ? [
              ['region', 'code', 'institute', 'intake', ...tallySteps, 'vacant'],
              institutes.map((line) => [...place(line), line.intake, ...numbers(line), line.vacant]),
            ]
          : [
              ['region', 'code', 'institute', 'category', ...tallySteps],
              institutes.flatMap((line) =>
                line.categories.map(({ category, tally }) => [...place(line), category, ...numbers(tally)]),
              ),
            ]
      return [byteOrderMark + csvLine(head), ...rows.map(csvLine)]
    },

    /** An institute's approval list, for a spreadsheet; logs the export. */
    exportList(officer: Officer, code: string): Result<string[]> {
      const list = approvalList(officer, code)
      if (!list.ok) return list
      record(auditActor(officer), 'approval.exported', { of: `institute:${code}` })
      const head = [
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
      ]
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
      ])
      return ok([byteOrderMark + csvLine(head), ...rows.map(csvLine)])
    },

    /** The same list on paper; null if it is unknown, or the press is full. */
    async printList(officer: Officer, code: string, language: Language): Promise<Uint8Array | null> {
      const list = approvalList(officer, code)
      if (!list.ok) return null
      record(auditActor(officer), 'approval.exported', { of: `institute:${code}` })
      return print(list.value, language)
    },

    /** A job: renews the count of a large portal. */
    async countDue(): Promise<void> {
      if (kept?.isSlow) await renewed()
    },
  }
}

/** Reads what the store tells of the documents awaited at an admission. */
const awaitedNow = (found: string): AwaitedNow[] =>
  (JSON.parse(found) as { kind: string; isThere: 0 | 1; verdict: Verdict | null }[]).map(
    ({ kind, isThere, verdict }) => ({
      kind,
      status: isCertificateKind(kind) ? certificateStatus(isThere ? { verdict } : null) : null,
    }),
  )

export type AdmissionReports = ReturnType<typeof createAdmissionReports>
