import type { Database } from '../../../db/client'
import type { CourseProfile } from '../../courses/course'
import { isRegion, type Region, regionOf } from '../../domain/regions'
import type { Bilingual } from '../../kernel/languages'
import type { CentreRow, DirectoryStore } from './store'

export type Centre = { code: string; name: Bilingual; district: string; region: Region; address: Bilingual }

/** The places where an admission happens: facilitation centres. Source: decisions §5, §11. */
export function createDirectory({
  db,
  store,
  course,
}: {
  db: Database
  store: DirectoryStore
  course: Pick<CourseProfile, 'facilitationCentres'>
}) {
  return {
    /** A new portal starts with its profile's centres; one that has centres keeps its own. */
    fillFromProfile(): void {
      db.transact(() => {
        if (store.centres().length) return
        for (const { code, name, district, address } of course.facilitationCentres) {
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
          })
        }
      })
    },
    /** By code. */
    centres: (): Centre[] => store.centres().map(centreOf),
    centre(code: string): Centre | null {
      const row = store.centre(code)
      return row ? centreOf(row) : null
    },
  }
}

export type Directory = ReturnType<typeof createDirectory>

function centreOf({ code, nameEn, nameMr, district, region, addressEn, addressMr }: CentreRow): Centre {
  if (!isRegion(region)) throw new Error(`the facilitation centre ${code} has an unknown region`)
  return {
    code,
    name: { en: nameEn, mr: nameMr },
    district,
    region,
    address: { en: addressEn, mr: addressMr },
  }
}
