import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { Course } from '#server/courses/course.ts'
import type { ImportTable } from '#server/domain/desk/imports.ts'
import type { CourseFee, InstituteAccount, InstituteFacts, Site } from '#server/domain/seats/institutes.ts'
import { type Place, readPlace } from '#server/domain/seats/map.ts'
import { auditActor, type RecordAct } from '#server/domain/terms/audit.ts'
import { isRegion, type Region, regionOf } from '#server/domain/terms/regions.ts'
import type { StaffMember } from '#server/domain/terms/staff.ts'
import type { Bilingual } from '#server/kernel/languages.ts'
import type { Paise } from '#server/kernel/money.ts'
import { ok, type Result, refuse } from '#server/kernel/result.ts'
import { centreTable } from './centre-table'
import { instituteTables, type SeatMatrixCodes } from './institute-tables'
import type { CentreDraft } from './schema'
import { type CentreRow, type DirectoryStore, inBoth } from './store'

type Centre = {
  code: string
  name: Bilingual
  district: string
  region: Region
  address: Bilingual
  phone: string | null
  place: Place | null
  /** How to get there. */
  directions: Bilingual | null
  isClosed: boolean
}
/** The places where an admission happens: facilitation centres and institutes. Source: rules §5.4, §8.20, §11.1. */
export function createDirectory({
  db,
  store,
  course,
  clock,
  record,
  onChanged,
}: {
  db: Database
  store: DirectoryStore
  clock: Pick<Clock, 'portal'>
  record: RecordAct
  /** Called after every change to the public pages. */
  onChanged(): void
  course: Pick<Course, 'facilitationCentres' | 'form'>
}) {
  return {
    /** Gives a new portal its season's centres; a portal that has centres keeps them. */
    fillFromDefaults(): void {
      db.transact(() => {
        if (store.centres().length) return
        for (const { code, name, district, address, phone, place, directions } of course.facilitationCentres) {
          const region = regionOf(district)
          if (!region) throw new Error(`the facilitation centre ${code} lies in no region`)
          store.addCentre({
            code,
            nameEn: name.en,
            nameMr: name.mr,
            district,
            region,
            addressEn: address.en,
            addressMr: address.mr,
            phone,
            place,
            directionsEn: directions?.en ?? null,
            directionsMr: directions?.mr ?? null,
            changedAt: null,
            closedAt: null,
          })
        }
      })
    },
    /** The centres that can be chosen, by code. */
    centres: (): Centre[] =>
      store
        .centres()
        .map(centreOf)
        .filter(({ isClosed }) => !isClosed),
    /** All centres, closed ones included. */
    allCentres: (): Centre[] => store.centres().map(centreOf),
    centre(code: string): Centre | null {
      const row = store.centre(code)
      return row ? centreOf(row) : null
    },

    /**
     * Adds a centre or changes the texts of one. Its code and district are fixed: staff and their reach depend on them.
     */
    saveCentre(
      actor: StaffMember,
      { code, nameEn, nameMr, district, addressEn, addressMr, isNew, ...more }: CentreDraft,
    ): Result<undefined> {
      const region = regionOf(district)
      if (!region)
        return refuse('check-answers', 422, { fields: [{ field: 'district', code: 'centreDistrict.invalid' }] })
      const place = more.place === undefined ? null : readPlace(more.place)
      if (more.place !== undefined && place === null)
        return refuse('check-answers', 422, { fields: [{ field: 'place', code: 'centrePlace.invalid' }] })
      const result = db.transact((): Result<undefined> => {
        const before = store.centre(code)
        const words = {
          nameEn,
          nameMr,
          addressEn,
          addressMr,
          phone: more.phone ?? null,
          place,
          directionsEn: more.directionsEn ?? null,
          directionsMr: more.directionsMr ?? null,
          changedAt: clock.portal(),
        }
        if (isNew) {
          if (before) return refuse('check-answers', 422, { fields: [{ field: 'code', code: 'centreCode.taken' }] })
          store.addCentre({ code, district, region, ...words, closedAt: null })
          record(auditActor(actor), 'directory.centre-added', { of: `centre:${code}` }, { district })
          return ok()
        }
        if (!before) return refuse('unknown-centre', 404)
        if (before.district !== district) {
          return refuse('check-answers', 422, { fields: [{ field: 'district', code: 'centreDistrict.stays' }] })
        }
        store.updateCentre(code, words)
        record(auditActor(actor), 'directory.centre-changed', { of: `centre:${code}` })
        return ok()
      })
      if (result.ok) onChanged()
      return result
    },

    /** Centres, institutes, their accounts and fees as tables that the cell keeps in files. */
    tables: (matrix: SeatMatrixCodes): readonly ImportTable[] => [
      centreTable({ store, now: clock.portal, portal: course.form, onApplied: onChanged }),
      ...instituteTables({ store, matrix, now: clock.portal, onApplied: onChanged }),
    ],

    /** Closes a centre, so that it can no longer be chosen, or opens it again. */
    setClosed(actor: StaffMember, code: string, isClosed: boolean): Result<undefined> {
      const result = db.transact((): Result<undefined> => {
        const before = store.centre(code)
        if (!before) return refuse('unknown-centre', 404)
        if ((before.closedAt !== null) === isClosed) return ok()
        store.updateCentre(code, { closedAt: isClosed ? clock.portal() : null, changedAt: clock.portal() })
        const act = isClosed ? 'directory.centre-closed' : 'directory.centre-reopened'
        record(auditActor(actor), act, { of: `centre:${code}` })
        return ok()
      })
      if (result.ok) onChanged()
      return result
    },

    /** An institute besides its seats; null if nothing is known about it. */
    institute: (code: string): InstituteFacts | null => store.institute(code) ?? null,
    /** When the facts of an institute were last changed; null if that is not known. */
    instituteChangedAt: (code: string): number | null => store.instituteChangedAt(code),
    /** When the list of centres was last changed; null if it is as the season began. */
    centresChangedAt: (): number | null =>
      store
        .centres()
        .reduce<number | null>((last, { changedAt }) => ((changedAt ?? 0) > (last ?? 0) ? changedAt : last), null),
    /** The bank account of an institute, for the institute itself; null if it is not known. */
    account: (code: string): InstituteAccount | null => store.account(code) ?? null,
    /** All institutes about which something is known, by code. */
    institutes: (): InstituteFacts[] => store.institutes(),
    /** The annual fee of a choice code; null if it is not known. */
    annualFee: (choiceCode: string): Paise | null => store.feesOf([choiceCode])[0]?.annualFee ?? null,
    /** The known annual fees of these choice codes. */
    annualFees: (choiceCodes: readonly string[]): ReadonlyMap<string, Paise> =>
      new Map(store.feesOf(choiceCodes).map(({ choiceCode, annualFee }) => [choiceCode, annualFee])),
    /** What is known of the hostels and places of these institutes, by code. */
    sites: (codes: readonly string[]): ReadonlyMap<string, Site> =>
      new Map(store.sitesOf(codes).map(({ code, ...site }) => [code, site])),
    /** Every known annual fee, by choice code. */
    allFees: (): CourseFee[] => store.fees(),

    /** Takes over facts of institutes and annual fees; those of others stay. */
    saveInstitutes(
      actor: StaffMember,
      { institutes, fees }: { institutes: readonly InstituteFacts[]; fees: readonly CourseFee[] },
    ): void {
      db.transact(() => {
        for (const institute of institutes) store.putInstitute(institute, clock.portal())
        for (const fee of fees) store.putFee(fee)
        record(auditActor(actor), 'directory.institutes-saved', undefined, {
          institutes: institutes.length,
          fees: fees.length,
        })
      })
      onChanged()
    },
  }
}

function centreOf(row: CentreRow): Centre {
  const { code, nameEn, nameMr, district, region, addressEn, addressMr, phone, place, closedAt } = row
  if (!isRegion(region)) throw new Error(`the facilitation centre ${code} has an unknown region`)
  return {
    code,
    name: { en: nameEn, mr: nameMr },
    district,
    region,
    address: { en: addressEn, mr: addressMr },
    phone,
    place: place as Place | null,
    directions: inBoth(row.directionsEn, row.directionsMr),
    isClosed: closedAt !== null,
  }
}

export type Directory = ReturnType<typeof createDirectory>
