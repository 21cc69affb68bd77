import { districtName } from '../../../server/domain/application/form/lists'
import { regionNames, regions } from '../../../server/domain/portal/regions'
import type { Page } from '../../../server/services'

export const texts = ['centres'] as const
export const isCacheable = true

/** The facilitation centres, by region. */
export function load({ services, language }: Page) {
  const centres = services.directory.centres()
  return {
    /** True if centres confirm forms; if all forms are checked online, centres only help. */
    doConfirm: services.course.form.modes.includes(2),
    regions: regions
      .map((region) => ({
        name: regionNames[region][language],
        centres: centres
          .filter((centre) => centre.region === region)
          .map(({ code, name, district, address }) => ({
            code,
            name: name[language],
            district: districtName(district, language),
            address: address[language],
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
