import { longestSearch } from '#pages/parts/notices/views.ts'
import { districtName, districtNames } from '#server/domain/application/form/lists.ts'
import { mapAddress } from '#server/domain/seats/map.ts'
import { regionNames, regions } from '#server/domain/terms/regions.ts'
import type { Page } from '#server/features/index.ts'
import { saidBy, seek } from '#server/kernel/names.ts'

export const texts = ['fclist'] as const
export const isCacheable = true
export const updatedAt = ({ services }: Page) => services.directory.centresChangedAt()

/** The facilitation centres by region, with a map and the way there; `?region=` and `?q=` narrow the list. */
export function load({ services, language, query }: Page) {
  const asked = {
    region: regions.find((region) => region === query.region) ?? '',
    q: query.q?.trim().slice(0, longestSearch) ?? '',
  }
  const isSought = seek(asked.q)
  const all = services.directory.centres()
  const found = all.filter((centre) => {
    const districts = districtNames(centre.district, services.course.form)
    const said = saidBy(centre.code, ...inBoth(centre.name), ...inBoth(centre.address), ...districts)
    return (!asked.region || centre.region === asked.region) && isSought(said)
  })
  return {
    /** True if centres confirm forms; if all forms are checked online, centres only help. */
    doConfirm: services.course.form.modes.includes(2),
    asked,
    count: found.length,
    hasCentres: all.length > 0,
    choices: regions
      .filter((region) => all.some((centre) => centre.region === region))
      .map((region) => ({ value: region, label: regionNames[region][language] })),
    regions: regions
      .map((region) => ({
        name: regionNames[region][language],
        centres: found
          .filter((centre) => centre.region === region)
          .map(({ code, name, district, address, phone, place, directions }) => ({
            code,
            name: name[language],
            district: districtName(district, language, services.course.form),
            address: address[language],
            phone,
            directions: directions?.[language] ?? null,
            map: mapAddress(place, address[language]),
          })),
      }))
      .filter((region) => region.centres.length > 0),
    contact: {
      phone: services.course.contact.phone,
      email: services.course.contact.email,
      hours: services.course.contact.hours[language],
    },
  }
}

const inBoth = ({ en, mr }: { en: string; mr: string }) => [en, mr]
