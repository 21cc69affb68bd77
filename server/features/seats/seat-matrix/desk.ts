import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { TellOffice } from '#server/domain/messages/message-templates.ts'
import { jumpKey, jumpsOf, lostSeats, objectionKey, type SeatJump } from '#server/domain/seats/seat-findings.ts'
import {
  type Breach,
  type CourseSeats,
  changesBetween,
  type Fault,
  meantBy,
  mostMatrixRows,
  type Overrides,
  readSeatMatrix,
  type SeatIdentity,
  sumOfSeats,
  wordsOf,
} from '#server/domain/seats/seat-matrix.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import type { Releases } from '#server/domain/terms/release.ts'
import type { SeatType } from '#server/domain/terms/seat-types.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import { csvTextOf, readCsv } from '#server/http/read-csv.ts'
import { faultyFile, plainFileName, type UploadedFile } from '#server/http/upload.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import { type FieldFault, ok, type Result, refuse } from '#server/kernel/result.ts'
import { type Instant, ist } from '#server/kernel/time.ts'
import type { SeatAttestationTerm, SeatOverride } from './schema'
import type { NamedEdition, SeatMatrixStore } from './store'

type SeatMatrixDeps = {
  db: Database
  store: SeatMatrixStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  releases: Releases
  tellOffice: TellOffice
  /** Types of seat that the course does not have. */
  withoutSeatTypes?: readonly SeatType[]
  /** Has the lists by which districts are named. */
  portal: { lists?: Lists }
  /** Called after every change to the public pages. */
  onChanged(): void
}

/** An edition at the desk. */
type Edition = Omit<NamedEdition, 'overrides'> & { overrides: Overrides }

/** The most faults of a file that are reported at once, and the most signs of a wrong value that are shown. */
const mostFaults = 100
const mostShown = 60
/** The number of editions that the desk lists. */
const editionsShown = 50

/**
 * The seat matrix: imported from a file, checked against its identities, published by a second person. Source: rules
 * §8.1, §8.3.
 */
export function createSeatMatrix(deps: SeatMatrixDeps) {
  const { db, store, clock, record, releases, tellOffice, withoutSeatTypes, portal, onChanged } = deps
  const editionOf = ({ overrides, ...row }: NamedEdition): Edition => ({
    ...row,
    overrides: JSON.parse(overrides) as Overrides,
  })

  const release = releases.of<NamedEdition>({
    kind: 'seat-matrix',
    find: store.edition,
    refusals: { unknown: 'unknown-seat-edition', decided: 'seat-edition-decided' },
    acts: { release: 'seat-matrix.published', discard: 'seat-matrix.discarded' },
    detail: ({ number }) => ({ number }),
    hands: (row) => handsOf(editionOf(row)),
    mayRelease(row) {
      const edition = editionOf(row)
      if (edition.number < (store.inForce()?.number ?? 0)) return refuse('seat-edition-overtaken', 409)
      const { findings, losses } = reportOf(edition, store.courses(edition.id))
      const count = losses.reduce((sum, { holders }) => sum + holders.length, 0)
      if (count) return refuse('seat-matrix-loses-seats', 409, { params: { count, names: namesOf(losses) } })
      if (findings.some(({ reason }) => reason === null)) return refuse('seat-breaches-open', 409)
      if (isWithInstitutes(edition)) return refuse('seat-attestation-running', 409)
      return ok()
    },
    onRelease(row) {
      const { reasons } = reportOf(editionOf(row), store.courses(row.id))
      store.change(row.id, { overrides: JSON.stringify(reasons) })
      return ok()
    },
  })

  /** Does an institute still owe its answer about an edition that is not published, and have time for it? */
  const isWithInstitutes = ({ id, state, attestBy }: Edition): boolean =>
    state === 'prepared' &&
    attestBy !== null &&
    clock.portal() < attestBy &&
    store.institutes(id).length > store.attestations(id).length

  /**
   * The reasons with which the edition in force was published, where a pending one has the same numbers: two people have
   * accepted them. A jump is a change against the edition before, so its reason is asked for again. Source: rules §8.3.
   */
  function acceptedFor({ id, state }: Edition, ladies: readonly SeatJump[]): Overrides {
    const current = store.inForce()
    if (state !== 'prepared' || !current) return {}
    const { overrides } = editionOf(store.edition(current.id)!)
    const [was, is] = [current.id, id].map((edition) => {
      const numbers = new Map<string, string>()
      for (const { choiceCode, rule, expected, found } of store.breaches(edition))
        numbers.set(choiceCode, `${numbers.get(choiceCode) ?? ''} ${rule} ${expected} ${found}`)
      return numbers
    })
    const same = [...is!].flatMap(([choiceCode, numbers]) => (was!.get(choiceCode) === numbers ? [choiceCode] : []))
    const keys = [...same, ...ladies.map(jumpKey)].filter((key) => overrides[key])
    return Object.fromEntries(keys.map((key) => [key, overrides[key]!]))
  }

  /** Everything about an edition that needs a reason, and the held seats that it would take away. */
  function reportOf(edition: Edition, courses: readonly CourseSeats[]) {
    const { id } = edition
    const current = store.inForce()
    const before = current && current.id !== id ? store.courses(current.id) : null
    const jumps = jumpsOf(before, courses)
    const accepted = acceptedFor(
      edition,
      jumps.filter(({ rule }) => rule === 'ladies'),
    )
    const reasons = { ...accepted, ...edition.overrides }
    const reasonOf = (key: string) => reasons[key]?.reason ?? null
    const findings: Finding[] = [
      ...store.breaches(id).map(({ choiceCode, line, rule, expected, found }) => ({
        key: choiceCode,
        choiceCode,
        of: { kind: 'identity' as const, line, rule, expected, found },
        reason: reasonOf(choiceCode),
      })),
      ...jumps.map((jump) => ({
        key: jumpKey(jump),
        choiceCode: jump.choiceCode,
        of: { kind: 'jump' as const, rule: jump.rule, was: jump.was, is: jump.is },
        reason: reasonOf(jumpKey(jump)),
      })),
      ...store.objections(id).map((objection) => ({
        key: objectionKey(objection),
        choiceCode: objection.choiceCode,
        of: { kind: 'objection' as const, rule: 'objection' as const, words: objection.reason },
        reason: reasonOf(objectionKey(objection)),
      })),
    ]
    const losses = lostSeats(store.held(), before, courses).map((lost) => ({
      ...lost,
      holders: store.holders(lost.choiceCode, lost.seatType),
    }))
    return { before, findings: findings.map((one) => ({ ...one, isAccepted: one.key in accepted })), losses, reasons }
  }

  /** What a person saw of an edition that can still change: its reasons and answers. */
  const seenOf = ({ id, overrides }: Edition): string => {
    const answers = store.attestations(id)
    return `${Object.keys(overrides).length}-${answers.length}-${Math.max(0, ...answers.map(({ at }) => at))}`
  }

  /** An unpublished edition as the officer saw it, or the refusal. */
  function pendingAsSeen(id: number, seen: string): Result<Edition> {
    const found = pending(id)
    if (!found.ok || seenOf(found.value) === seen) return found
    return refuse('seat-edition-changed', 409)
  }

  /** An unpublished edition, or the refusal. */
  function pending(id: number): Result<Edition> {
    const row = store.edition(id)
    if (!row) return refuse('unknown-seat-edition', 404)
    return row.state === 'prepared' ? ok(editionOf(row)) : refuse('seat-edition-decided', 409)
  }

  /** Adds an edition from a file without faults. */
  function add(
    actor: StaffMember,
    fileName: string,
    hash: string,
    { courses, breaches }: { courses: readonly CourseSeats[]; breaches: readonly Breach[] },
  ): number {
    return db.transact(() => {
      const number = store.nextNumber()
      const row = {
        number,
        state: 'prepared',
        fileName,
        hash,
        preparedAt: clock.portal(),
        preparedBy: actor.id,
      } as const
      const id = store.add(row, courses, breaches)
      const detail = { number, sha256: hash, courses: courses.length, breaches: breaches.length }
      record(auditActor(actor), 'seat-matrix.imported', { of: `seat-matrix:${id}` }, detail)
      return id
    })
  }

  /** Line by line, as many as an officer corrects at once, and the number of wrong lines after them. */
  function told(faults: readonly Fault[]): FieldFault[] {
    const lines = faults.slice(0, mostFaults).map((fault) => {
      const { line, choiceCode, rule, value = '' } = fault
      const meant = meantBy(fault, withoutSeatTypes, portal)
      return {
        field: 'file',
        code: `seatLine.${rule}${meant === undefined ? '' : '-meant'}`,
        params: {
          line,
          choiceCode: choiceCode ?? '–',
          value: value.slice(0, mostShown) || '–',
          ...(meant && { meant }),
        },
      }
    })
    const last = faults[lines.length - 1]?.line ?? 0
    const left = new Set(faults.flatMap(({ line }) => (line > last ? [line] : []))).size
    return left ? [...lines, { field: 'file', code: 'seatLine.more', params: { count: left } }] : lines
  }

  /**
   * Imports a file of the cell, as text. Refuses the whole file if a line of it cannot be read; returns the edition's
   * id.
   */
  function importText(actor: StaffMember, fileName: string, text: string): Result<number> {
    const current = store.inForce()
    const held = wordsOf(current ? store.courses(current.id) : [])
    const read = readSeatMatrix(readCsv(text, mostMatrixRows), withoutSeatTypes, portal, held)
    if (read.faults.length) return refuse('seat-file-faulty', 422, { fields: told(read.faults) })
    return ok(add(actor, fileName, createHash('sha256').update(text).digest('hex'), read))
  }

  return {
    importText,

    /** Does an edition that is in force, or waits to be, have this institute? */
    isInstitute: (code: string): boolean => store.hasInstitute(code),
    /** Does it have this choice code? */
    isChoiceCode: (code: string): boolean => store.hasChoiceCode(code),

    async importFile(actor: StaffMember, uploaded: readonly UploadedFile[]): Promise<Result<number>> {
      const [file, ...more] = uploaded
      const unfit = (code: string, one?: UploadedFile) =>
        refuse('check-answers', 422, { fields: [{ field: 'file', code, file: one && faultyFile(one) }] })
      if (!file || more.length) return unfit('seatFile.required')
      if (file.isTooLarge) return unfit('seatFile.too-large', file)
      const text = csvTextOf(await readFile(file.path))
      if (text === null) return unfit('seatFile.encoding', file)
      return importText(actor, plainFileName(file.originalName, 'seat-matrix.csv'), text)
    },

    /** Newest first. */
    editions: (): (Edition & { isWithInstitutes: boolean })[] =>
      store.editions(editionsShown).map((row) => {
        const edition = editionOf(row)
        return { ...edition, isWithInstitutes: isWithInstitutes(edition) }
      }),

    /** An edition with its content, its report, the changes it would make, and the answers of its institutes. */
    edition(actor: StaffMember, id: number) {
      const row = store.edition(id)
      if (!row) return null
      const edition = editionOf(row)
      const courses = store.courses(id)
      const { before, findings, losses } = reportOf(edition, courses)
      const answers = new Map(store.attestations(id).map((answer) => [answer.instituteCode, answer]))
      return {
        edition,
        isWithInstitutes: isWithInstitutes(edition),
        seen: seenOf(edition),
        courses,
        sums: sumOfSeats(courses),
        findings,
        losses,
        unanswered: findings.filter(({ reason }) => reason === null).length,
        /** True if this person neither imported it nor vouched for its numbers, and so may publish it. */
        isSecondPerson: release.mayRelease(row, actor),
        changes: before && changesBetween(before, courses),
        institutes: store
          .institutes(id)
          .map((institute) => ({ ...institute, answer: answers.get(institute.code) ?? null })),
      }
    },

    /** Gives one reason for everything at a choice code that needs one, or for all that are gone. `seen`: the edition as the officer saw it. */
    override(actor: StaffMember, id: number, { choiceCode, reason, seen }: SeatOverride): Result<undefined> {
      return db.transact((): Result<undefined> => {
        const found = pendingAsSeen(id, seen)
        if (!found.ok) return found
        const { overrides } = found.value
        const open = reportOf(found.value, store.courses(id)).findings.filter(
          ({ choiceCode: its, of, reason: given }) =>
            given === null && (choiceCode === 'gone' ? of.rule === 'gone' : its === choiceCode),
        )
        if (!open.length) return refuse('seat-breach-unknown', 404)
        const given = { reason, by: actor.id, at: clock.portal() }
        const more: Overrides = { ...overrides, ...Object.fromEntries(open.map(({ key }) => [key, given])) }
        store.change(id, { overrides: JSON.stringify(more) })
        record(auditActor(actor), 'seat-matrix.overridden', { of: `seat-matrix:${id}` }, { choiceCode })
        return ok()
      })
    },

    /**
     * Asks the institutes of an unpublished edition to sign or object to their lines until an instant, and tells those
     * that owe an answer by e-mail. Returns how many were told, and how many have no address.
     */
    ask(actor: StaffMember, id: number, { date, time }: SeatAttestationTerm): Result<{ told: number; silent: number }> {
      return db.transact((): Result<{ told: number; silent: number }> => {
        const found = pending(id)
        if (!found.ok) return found
        const attestBy = instantWritten(date, time)
        if (attestBy === null || attestBy <= clock.portal())
          return refuse('check-answers', 422, { fields: [{ field: 'date', code: 'seatTerm.past' }] })
        store.change(id, { attestBy })
        const owing = store.owing(id)
        const reached = owing.filter(({ email }) => email !== null)
        for (const { name, email } of reached)
          tellOffice(email!, 'seats-to-sign', (language) => ({
            institute: name,
            by: formatDateTime(attestBy, language),
          }))
        record(auditActor(actor), 'seat-matrix.sent', { of: `seat-matrix:${id}` }, { attestBy, told: reached.length })
        return ok({ told: reached.length, silent: owing.length - reached.length })
      })
    },

    /** The key of what a person sees of an edition now; null for an unknown one. */
    seen(id: number): string | null {
      const row = store.edition(id)
      return row ? seenOf(editionOf(row)) : null
    },

    /** Puts an edition in force as the officer saw it; not by those who imported it or vouched for its numbers. */
    publish(actor: StaffMember, id: number, seen: string): Result<NamedEdition> {
      const result = db.transact((): Result<NamedEdition> => {
        const found = pendingAsSeen(id, seen)
        return found.ok ? release.release(actor, id) : found
      })
      if (result.ok) onChanged()
      return result
    },

    /** Discards an unpublished edition; its number is free again. */
    discard: release.discard,
  }
}

/** `key`: that of its reason. */
type Finding = {
  key: string
  choiceCode: string
  of:
    | { kind: 'identity'; line: number; rule: SeatIdentity; expected: number; found: number }
    | { kind: 'jump'; rule: SeatJump['rule']; was: number; is: number }
    | { kind: 'objection'; rule: 'objection'; words: string }
  reason: string | null
}

/** The first few people of a refusal; the page lists all. */
const namesOf = (losses: readonly { holders: readonly { userId: string }[] }[]): string => {
  const all = losses.flatMap(({ holders }) => holders.map(({ userId }) => userId))
  return all.length > 5 ? `${all.slice(0, 5).join(', ')}, …` : all.join(', ')
}

/** `2026-06-20` and `17:00` in Indian time; null for a day that does not exist. */
function instantWritten(date: string, time: string): Instant | null {
  try {
    return ist(`${date} ${time}`)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const handsOf = ({ preparedBy, overrides }: Edition): number[] => [
  preparedBy,
  ...Object.values(overrides).map(({ by }) => by),
]
