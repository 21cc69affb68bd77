import { type CapRound, roundActivity } from '../../../server/domain/cap-rounds'
import type { CandidateFacts } from '../../../server/domain/details'
import { rounds } from '../../../server/domain/menu'
import type { MeritStage } from '../../../server/domain/merit-lists'
import type { Permissions } from '../../../server/domain/permissions'
import { nextAct, stepsLeft, taskFactsOf, taskList } from '../../../server/domain/task-list'
import { NameCorrection } from '../../../server/features/scrutiny/schema'
import { formatCount, formatDateTime, formatRupees } from '../../../server/i18n/format'
import { istOffset } from '../../../server/kernel/time'
import type { Page } from '../../../server/services'
import { momentsAround, momentsOf, whenOf } from '../../notices-parts/moments'
import { foundIn } from '../../scrutiny-parts/found'
import { href } from '../../ui/href'

export const texts = ['application', 'scrutiny'] as const

/** Where am I, what must I do next and by when, what did I already do; and how the portal reaches me. */
export function load(page: Page) {
  const { services, language } = page
  const actor = page.actor!
  const { facts, details, permissions } = services.application.standingOf(actor)
  const schedule = services.notices.schedule()
  const now = services.clock.portal()
  const time = (at: number | null) => (at === null ? null : formatDateTime(at, language))

  /** A seat for J&K migrants is theirs. */
  const hasJkSeat = permissions.fMerit && services.jkSeats.seatOf(actor.candidateId) !== null
  const registration = services.notices.registration()

  const taskFacts = taskFactsOf(facts)
  const tasks = taskList(taskFacts)
  const isToPay = tasks.some(({ route, state }) => route === 'payment' && state === 'to-do')
  const { due, open } = isToPay ? services.payments.dues(actor) : { due: null, open: null }
  const windows = services.application.windowsOf(actor)
  const correctBy = facts.submittedAt === null ? windows.scrutiny?.closesAt : services.application.deadline(actor)
  const deadlines = { registration: windows.registration?.closesAt ?? null, scrutiny: correctBy ?? null }
  const next = nextAct(taskFacts, deadlines, now)
  const conversion = facts.convertFee > 0 ? services.payments.conversion(actor).due : null
  const following = schedule.find(({ state }) => state === 'next')
  const contact = services.accounts.contact(actor)
  const appointment = next.kind === 'visit-centre' ? services.centres.appointment(actor) : null
  return {
    firstName: facts.fullName.split(' ')[0]!,
    partOfDay: partOfDay(now),
    tasks,
    stepsLeft: stepsLeft(tasks),
    next,
    /** The fee that is due now, in words. */
    due: due && formatRupees(due.amount),
    /** The bank has not decided yet: nothing is to be paid now. */
    isPaymentPending: open?.status === 'pending',
    reopened: facts.reopenedSteps,
    by: 'by' in next ? time(next.by) : null,
    since: next.kind === 'too-late' ? time(next.since) : null,
    /** What scrutiny found, while the form is sent back; and whether the name itself is in question. */
    found: facts.revertedAt === null ? [] : foundIn(page, actor),
    /** What scrutiny asks for in place of a removed claim, in words. */
    convertFee: conversion && formatRupees(conversion.amount),
    fullName: facts.fullName,
    /** What the newest published round gave, once it is what the candidate waited for. */
    allotment: next.kind === 'confirmed' ? newestAllotment(page, permissions, hasJkSeat, now) : null,
    merit: meritOf(page, permissions),
    /** The final list is there, and a confirmed form that it does not hold. */
    isAbsentFromMerit:
      facts.confirmedAt !== null && !permissions.fMerit && services.meritPages.inForce('final') !== null,
    isSubmitted: taskFacts.isSubmitted,
    submitted: time(facts.submittedAt),
    reverted: time(facts.revertedAt),
    confirmed: time(facts.confirmedAt),
    /** Where and when the form is to be confirmed, as long as that is to come. */
    appointment: appointment && {
      centre: appointment.centre.name[language],
      at: time(appointment.startsAt)!,
      isMissed: appointment.missedAt !== null,
    },
    /** What is to be handed in beside the form, that is submitted: nothing that waits or is accepted. */
    certificates: certificatesLeft(page, facts),
    options: optionsNow(page, permissions),
    following: following ? { title: following.title[language], when: whenOf(following, page) } : null,
    dates: momentsAround(momentsOf(schedule, page)),
    hasJkSeat,
    /** The rounds go on without a form that is not confirmed now: it counts for seats outside of them alone. */
    isForNonCapAlone: facts.confirmedAt === null && registration?.isLate === true && registration.isOpen,
    /** Until when institutes can be told of interest in their own seats; null where that is not open to this candidate. */
    nonCapBy:
      facts.submittedAt !== null && services.notices.isOpen('late-registration')
        ? time(services.notices.activity('late-registration')!.closesAt)
        : null,
    unread: services.inbox.unread(actor),
    /** Grievances are taken now, or one is being looked at. */
    isTimeForGrievances: permissions.grivancy && (details.isGrievance === 1 || services.notices.isOpen('grievances')),
    contact: {
      mobile: contact.mobile,
      email: contact.email,
      isEmailVerified: contact.isEmailVerified,
      isOnWhatsapp: contact.isOnWhatsapp,
      pending: contact.pendingMobile && {
        mobile: contact.pendingMobile.mobile,
        at: time(contact.pendingMobile.takesEffectAt)!,
      },
    },
    lastLogin:
      actor.lastLoginAt === null ? null : { at: time(actor.lastLoginAt)!, device: actor.lastLoginDevice ?? '' },
  }
}

/** The certificates that the candidate still owes; most owe none, which their facts say without another look. */
function certificatesLeft({ services, actor, language }: Page, facts: CandidateFacts) {
  if (facts.submittedAt === null || !(facts.isCgpa || facts.awaitsCertificates)) return null
  const left = services.certificates
    .entries(actor!)
    .filter(({ status, mayHandIn }) => (status === 'wanted' || status === 'rejected') && mayHandIn.ok)
  if (!left.length) return null
  const dueAt = services.certificates.dueAt(actor!)
  return {
    kinds: left.map(({ kind, status }) => ({ kind, isRejected: status === 'rejected' })),
    by: dueAt === null ? '' : formatDateTime(dueAt, language),
  }
}

/** The numbers in the newest list that the candidate stands in; null for whoever stands in none, which the flags say. */
function meritOf({ services, actor }: Page, { pMerit, fMerit }: Permissions) {
  const stage: MeritStage | null = fMerit ? 'final' : pMerit ? 'provisional' : null
  const standing = stage && services.meritPages.standing(stage, actor!.candidateId)
  if (!stage || !standing) return null
  const places = standing.places.map(({ list, meritNumber, of }) => ({
    list,
    number: formatCount(meritNumber),
    of: formatCount(of),
  }))
  return { stage, places }
}

/**
 * The newest published round's result; null for whoever could take no part, or has a seat by another list. A round
 * without a seat is of no use any more once the next option form is open.
 */
function newestAllotment(page: Page, permissions: Permissions, hasJkSeat: boolean, now: number) {
  const { services, actor, language } = page
  const schedule = services.notices.schedule()
  const { seat, capOne, capTwo, capThree } = permissions
  if (!(seat || capOne || capTwo || capThree)) return null
  const newest = services.results.newest(actor!.candidateId)
  if (!newest) return null
  const { round, state, acceptance } = newest
  const mayTakePart = rounds.some(({ number, permission }) => number === round && permissions[permission])
  if (state === 'not-considered' && (hasJkSeat || !mayTakePart)) return null
  const nextOptions =
    newest.seat || round === 3
      ? undefined
      : schedule.find(({ key }) => key === roundActivity((round + 1) as CapRound, 'options'))
  if (nextOptions?.state === 'now') return null
  const closesAt = newest.seat && acceptance?.closesAt
  const acceptBy = closesAt && now < closesAt ? closesAt : null
  return {
    round,
    state,
    /** Where it goes on for whoever has no seat. */
    nextOptions: nextOptions && { title: nextOptions.title[language], when: whenOf(nextOptions, page) },
    seat: newest.seat && { institute: newest.seat.institute, course: newest.seat.course },
    acceptBy,
    by: acceptBy && formatDateTime(acceptBy, language),
  }
}

/** The option form of the open round, for whoever may take part in it: how far it is, and until when. */
function optionsNow({ services, actor, arrivedAt, language }: Page, permissions: Permissions) {
  const round = services.optionForm.openRound(arrivedAt)
  const isPermitted = rounds.some(({ number, permission }) => number === round && permissions[permission])
  if (round === null || !isPermitted) return null
  const { choices, confirmedAt } = services.optionForm.form(actor!, round)
  const closesAt = services.optionForm.window(round)?.closesAt
  return {
    round,
    count: choices.length,
    isConfirmed: confirmedAt !== null,
    by: closesAt ? formatDateTime(closesAt, language) : '',
  }
}

/** By the portal's clock, in India. */
function partOfDay(now: number): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date(now + istOffset).getUTCHours()
  if (hour < 12) return 'morning'
  return hour < 17 ? 'afternoon' : 'evening'
}

/** The two buttons of the contact card, where there is no JavaScript to call the API; and the name, where it is in question. */
export function action(page: Page) {
  const { services } = page
  const actor = page.actor!
  const { intent } = (page.request.body ?? {}) as Record<string, unknown>
  const dashboard = href(page.base, 'dashboard')
  if (intent === 'verify-email') {
    const result = services.accounts.sendVerifyEmail(actor)
    if (!result.ok) return page.invalid(result.refusal)
    const values = { sentTo: result.value.sentTo }
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.verify-email-sent', values })
  }
  if (intent === 'whatsapp') {
    const result = services.optInToWhatsapp(actor)
    if (!result.ok) return page.invalid(result.refusal)
    return page.redirect(dashboard, { type: 'success', key: 'application:flash.whatsapp-on' })
  }
  if (intent === 'name') {
    const form = page.form(NameCorrection)
    if (!form.ok) return page.invalid(form.refusal)
    const result = services.scrutiny.correctName(actor, form.value.fullName)
    if (!result.ok) return page.invalid(result.refusal)
    return page.redirect(dashboard, { type: 'success', key: 'scrutiny:flash.name-saved' })
  }
  return page.invalid({ code: 'malformed', status: 400 })
}
