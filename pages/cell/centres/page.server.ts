import { showFirst } from '#pages/parts/content/confirm.server.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { regionalDistricts } from '#server/domain/terms/regions.ts'
import type { DeskPage } from '#server/features/index.ts'
import { CentreAct, CentreDraft } from '#server/features/seats/directory/schema.ts'

export const texts = ['content'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.centres')

/** Every centre, and the one to edit (`?code=`). */
export function load({ services, language, query }: DeskPage) {
  const centres = services.directory.allCentres()
  return {
    centres: centres.map(({ code, name, district, address, isClosed }) => ({
      code,
      name: name[language],
      address: address[language],
      district: districtName(district, language, services.course.form),
      isClosed,
    })),
    edited: centres.find(({ code }) => code === query.code) ?? null,
    districts: regionalDistricts.map((code) => ({
      value: code,
      label: districtName(code, language, services.course.form),
    })),
  }
}

/** A form with an intent closes or reopens a centre; any other form saves one. */
export const action = (page: DeskPage) => ('intent' in page.posted ? actOn(page) : save(page))

const here = ({ cellBase }: DeskPage) => href(cellBase, 'centres')

function save(page: DeskPage) {
  const form = page.form(CentreDraft)
  if (!form.ok) return form
  const { code, nameEn, nameMr, district, addressEn, addressMr, confirmed, ...more } = form.value
  if (!confirmed) {
    const facts = [more.phone, more.place, more.directionsEn, more.directionsMr].filter((fact) => fact !== undefined)
    const place = `${code}, ${districtName(district, page.language, page.services.course.form)}`
    return showFirst(page, [place, nameEn, nameMr, addressEn, addressMr, ...facts])
  }
  const done = page.services.directory.saveCentre(page.actor, form.value)
  if (!done.ok) return done
  const values = { code }
  return page.redirect(here(page), { type: 'success', key: 'content:flash.centre-saved', values })
}

function actOn(page: DeskPage) {
  const form = page.form(CentreAct)
  if (!form.ok) return form
  const { code, intent } = form.value
  const done = page.services.directory.setClosed(page.actor, code, intent === 'close')
  if (!done.ok) return done
  return page.redirect(here(page), {
    type: 'success',
    key: intent === 'close' ? 'content:flash.centre-closed' : 'content:flash.centre-reopened',
    values: { code },
  })
}
