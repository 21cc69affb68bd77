import { whoCanApplyOf } from '#pages/parts/eligibility/who-can-apply.server.ts'
import { href } from '#pages/ui/href.ts'
import { listsOf } from '#server/domain/application/form/lists.ts'
import type { Lists } from '#server/domain/terms/question.ts'
import { keepReference, originOf, referencesIn } from '#server/features/accounts/accounts/http-session.ts'
import { Registration } from '#server/features/accounts/accounts/schema.ts'
import type { Page } from '#server/features/index.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Refusal } from '#server/kernel/result.ts'

export const texts = ['proof', 'registration', 'purposes', 'eligibility'] as const
export const isCacheable = true

/** Every state with its districts, as choices of the form. */
const placesIn = ({ entries }: Lists, language: Language) =>
  entries('states').map((state) => ({
    value: state.code,
    label: state[language],
    districts: entries('districts', state.code).map((district) => ({
      value: district.code,
      label: district[language],
    })),
  }))

export function show(page: Page) {
  const { services, language, cookies, request, query } = page
  const { notices, accounts, clock } = services
  const activity = notices.registration()
  const isComing = !!activity && activity.opensAt > clock.portal()
  const [registrationId] = query.change === '1' ? referencesIn(cookies.registration, request) : []
  return {
    /** A special link opens the form for a late admission; the mobile number is checked when the form is sent. */
    isOpen: activity?.isOpen === true || query.late === '1',
    /** True if only seats outside the rounds are left. */
    isLate: activity?.isLate === true && activity.isOpen,
    opensAt: isComing ? activity.opensAt : null,
    closedAt: isComing ? null : (activity?.closesAt ?? null),
    who: whoCanApplyOf(page),
    places: placesIn(listsOf(services.course.form), language),
    /** The details that this browser has just sent; the candidate can change them until the mobile number is proved. */
    told: registrationId ? accounts.registrationAnswers(registrationId) : null,
  }
}

export const load = (page: Page) => (page.actor ? page.redirect(href(page.base, 'dashboard')) : show(page))

export async function action(page: Page) {
  const form = page.form(Registration)
  if (!form.ok) {
    // While registration is closed, the page has no fields to correct.
    const isOpen = page.services.notices.registration()?.isOpen || page.query.late === '1'
    return page.invalid(isOpen ? withPlaceFaults(page, form.refusal) : { code: 'registration-closed', status: 422 })
  }
  const origin = originOf(page)
  const earlier = referencesIn(page.cookies.registration, page.request)
  const result = await page.services.accounts.register(form.value, page.language, origin, { earlier })
  if (!result.ok) return result
  keepReference(page.cookies.registration, page.request, page.reply, result.value.registrationId)
  return page.redirect(href(page.base, 'otp-verify'))
}

/** The shape knows each answer alone; a state and a district that do not fit are named with its faults. */
function withPlaceFaults({ posted, services }: Page, refusal: Refusal): Refusal {
  const { state, district } = posted
  const { fields } = refusal
  const isJudged = fields?.some(({ field }) => field === 'state' || field === 'district')
  if (!fields || isJudged || typeof state !== 'string' || typeof district !== 'string') return refusal
  return { ...refusal, fields: [...fields, ...services.accounts.placeFaults({ state, district })] }
}
