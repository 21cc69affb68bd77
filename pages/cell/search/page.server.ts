import { href } from '#pages/ui/href.ts'
import { placeIn } from '#server/domain/application/form/seat-names.ts'
import { pagesMeant } from '#server/domain/desk/desk-menu.ts'
import { type CandidateTab, candidateTabs, lookupOf } from '#server/domain/desk/help-desk.ts'
import { titleOf } from '#server/domain/messages/message-templates.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatPeriod } from '#server/i18n/period.ts'

export const texts = ['helpdesk', 'templates'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.search')

/** The most institutes whose seats are offered one by one. */
const mostInstitutes = 5

/** The most dates that are named. */
const mostDates = 3

/** The most courses that are shown; to see others, type more of the code. */
const mostCourses = 50

/**
 * Pages of the desk that somebody may mean, all of them before anything is typed, and pages for everybody; messages; candidates
 * within reach, institutes and courses that match the text in the address. The help desk's own search finds candidates: it keeps
 * to the reach, has a limit and writes each search down. A single candidate, or a single page, opens at once.
 */
export function load(page: DeskPage) {
  const { query, cellBase, redirect } = page
  const typed = query.q?.trim().slice(0, 100) ?? ''
  const userId = idIn(typed)
  const { found, isMore, problem } = candidates(page, userId ?? typed)
  const code = codeIn(page, typed)
  const courses = coursesFor(page, code ?? typed)
  const { pages, elsewhere } = pagesFor(page, typed)
  const { open, isOpenFirst } = publicPagesFor(page, typed)
  const seats = seatsFor(page, courses)
  const [only] = found
  if (only && found.length === 1 && (userId !== null || courses.length + pages.length === 0)) {
    const tab = only.route === 'help-desk/:userId' && userId ? tabIn(page, typed, userId) : null
    const record = href(cellBase, only.route, { userId: only.userId }, tab ? { tab } : undefined)
    return redirect(tab ? `${record}#record` : record)
  }
  const [meant] = pages
  const messages = pages.slice(0, 2).some(({ route }) => route === 'templates') ? messagesFor(page, typed) : []
  const { dates, areDatesFirst } = datesFor(page, typed)
  const isOther = found.length + courses.length + open.length + messages.length + dates.length > 0
  if (meant && pages.length === 1 && !elsewhere && !problem && !isOther) return redirect(meant.href)
  // A search that finds nothing leads on: to every page of this person.
  const isNothing = typed !== '' && !problem && !elsewhere && !isOther && pages.length === 0
  return {
    typed,
    isNothing,
    pages: isNothing ? pagesFor(page, '').pages : pages,
    /** Pages for everybody, for what no page of the desk answers; `isOpenFirst`: the best of them fits best of all. */
    open,
    isOpenFirst,
    messages,
    dates,
    areDatesFirst,
    elsewhere,
    found,
    isMore,
    problem,
    seats,
    /** Among the words is an institute's code: that institute is meant. */
    isCode: code !== null,
    courses: courses.slice(0, mostCourses),
  }
}

/** The places of long pages that some words mean: the page opens there. */
const places: Partial<Record<string, { place: string; words: RegExp }>> = {
  staff: { place: '#new', words: /^(?!.*(password|पासवर्ड)).*(\b(new|add|create|joins?|invite)\b|नवीन|नवा|नवे)/i },
}
const placeFor = (route: string, typed: string): string => {
  const found = places[route]
  return found?.words.test(typed) ? found.place : ''
}

/** The pages that are meant, without a text every page; and whose work it is if it is not this person's. */
function pagesFor({ services, staff, t, cellBase }: DeskPage, typed: string) {
  if (!staff) return { pages: [], elsewhere: null }
  const { own, elsewhere } = services.pagesFor(staff, typed)
  return {
    pages: own.map(({ route, door }) => ({
      route,
      door,
      title: t(`staff:menu.${route}`),
      about: t(`staff:about.${route}`),
      href: href(cellBase, route) + placeFor(route, typed),
    })),
    elsewhere: elsewhere && {
      page: t(`staff:menu.${elsewhere.page.route}`),
      roles: elsewhere.roles.map((role) => t(`staff:role.${role}`)).join(', '),
    },
  }
}

function publicPagesFor({ services, staff, t, base }: DeskPage, typed: string) {
  if (!staff) return { open: [], isOpenFirst: false }
  const { open, isFirst } = services.publicPagesFor(staff, typed)
  return {
    open: open.map((route) => ({
      title: t(`shell:menu.${route}`),
      note: t(`staff:about.${route}`),
      href: href(base, route),
    })),
    isOpenFirst: isFirst,
  }
}

/** The messages themselves, for whoever may change their words. */
const messagesFor = ({ services, t, language, cellBase }: DeskPage, typed: string) =>
  services.templates.meant(typed).map(({ template, title }) => ({
    title: titleOf(title[language]) ?? t('templates:own-words'),
    note: template,
    href: href(cellBase, 'templates/:template', { template }),
  }))

/** What people call what a tab of a record holds, beside its name. */
const tabWords: Partial<Record<CandidateTab, string>> = {
  payments: 'paid fee money twice पैसे भरले फी',
  messages: 'sms mail एसएमएस',
  contact: 'mobile number email मोबाइल',
  history: 'history audit log opened read looked seen इतिहास उघडले वाचले',
}

/** The tab of a record that the words beside an Application ID mean; null if they mean none. */
function tabIn({ t }: DeskPage, typed: string, userId: string): CandidateTab | null {
  const said = candidateTabs.map((page) => ({
    page,
    name: [t(`helpdesk:tab.${page}`)],
    about: [page, tabWords[page] ?? ''],
  }))
  return pagesMeant(typed.replace(userId, ''), said)[0] ?? null
}

/** The dates that are meant, for whoever may change them, each at its row of the schedule. */
function datesFor({ services, staff, language, cellBase, t }: DeskPage, typed: string) {
  const activities = staff && mayDo(staff.role, 'settings') ? services.notices.schedule() : []
  const { found, areSure } = services.datesMeant(typed, activities)
  const dates = found.slice(0, mostDates).map(({ key, title, opensAt, closesAt }) => ({
    title: title[language],
    note: formatPeriod({ opensAt, closesAt }, language, t),
    href: `${href(cellBase, 'schedule')}#on-${key}`,
  }))
  return { dates, areDatesFirst: areSure }
}

/** The institutes of these courses, for whoever may correct their seats; none if there are many. */
function seatsFor({ actor, t, cellBase }: DeskPage, courses: ReturnType<typeof coursesFor>) {
  const institutes = new Map(courses.map(({ instituteCode, institute }) => [instituteCode, institute]))
  if (!mayDo(actor.role, 'publish') || institutes.size > mostInstitutes) return []
  return [...institutes].map(([code, institute]) => ({
    title: `${code} ${institute}`,
    note: t('staff:search.seats-about'),
    href: href(cellBase, 'seat-matrix', undefined, { q: code }),
  }))
}

/** Whoever may open a candidate's record or form may look for candidates. */
function candidates({ services, actor, invalid }: DeskPage, typed: string) {
  const route = mayDo(actor.role, 'help-desk')
    ? ('help-desk/:userId' as const)
    : mayDo(actor.role, 'scrutinise')
      ? ('scrutiny/:userId' as const)
      : null
  const nothing = { found: [], isMore: false, problem: null }
  if (route === null || typed === '') return nothing
  const asked = services.helpDesk.find(actor, typed)
  if (!asked.ok) {
    // A text that is no search for a candidate may be an institute or a choice code.
    const isOther = asked.refusal.code === 'help-desk-lookup'
    return isOther ? nothing : { ...nothing, problem: invalid(asked.refusal).form.message }
  }
  const { found, isMore } = asked.value
  return {
    found: found.map(({ userId, fullName, mobile }) => ({ userId, fullName, mobile, route })),
    isMore,
    problem: null,
  }
}

/** The first word that is an Application ID: whoever types more beside it means that candidate. Null if there is none. */
const idIn = (typed: string): string | null =>
  typed.split(/\s+/).find((word) => lookupOf(word)?.by === 'application-id') ?? null

/** The first word that is an institute's code; null if there is none. */
const codeIn = ({ services }: DeskPage, typed: string): string | null =>
  typed.split(/\s+/).find((word) => /^\d+$/.test(word) && services.seats.institute(word) !== null) ?? null

/** Courses of the seat matrix in force, as every search finds them. */
function coursesFor({ services, language }: DeskPage, typed: string) {
  if (typed.length < 3) return []
  return services.seats
    .find(services.seats.inForce()?.courses ?? [], { q: typed })
    .map(({ choiceCode, instituteCode, institute, course }) =>
      placeIn({ choiceCode, instituteCode, institute, course }, language, services.course.form),
    )
}
