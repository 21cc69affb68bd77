import { attemptOf } from '#pages/parts/payments/attempts.ts'
import { href } from '#pages/ui/href.ts'
import { districtName } from '#server/domain/application/form/lists.ts'
import { stepsDone, taskFactsOf, taskList } from '#server/domain/application/task-list.ts'
import { type CandidateTab, candidateTabs } from '#server/domain/desk/help-desk.ts'
import { plainWords, titlePart } from '#server/domain/messages/message-templates.ts'
import { roundNumbers } from '#server/domain/terms/cap-rounds.ts'
import { findState } from '#server/domain/terms/places.ts'
import { mayDo } from '#server/domain/terms/staff.ts'
import { stateOf } from '#server/domain/terms/states.ts'
import { CallNote, LostMobile, MobileDecision, Resend, Unlock } from '#server/features/desk/help-desk/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formatDateTime, formatRupees } from '#server/i18n/format.ts'
import type { Result } from '#server/kernel/result.ts'
import { standingLines } from './standing.server'

type Shown = DeskPage<'help-desk/:userId'>

export const texts = ['helpdesk', 'application', 'payments', 'documents', 'merit'] as const
export const title = ({ params }: Shown) => params.userId

/** The candidate's record, read-only; null (404) for a candidate whom this officer may not see. */
export function load(page: Shown) {
  const opened = page.services.helpDesk.open(page.actor, page.params.userId)
  return opened.ok ? show(page, opened.value) : null
}

/** The subject of a message, from its template. The candidate's own values are left out. */
function aboutOf(template: string, { services, language }: Shown): string {
  const view = services.templates.view(template)
  const named = view?.parts.find(({ part }) => part === titlePart(view.template))
  return named ? plainWords(named.words[language]) : template
}

type Opened = Extract<ReturnType<Shown['services']['helpDesk']['open']>, { ok: true }>['value']

const tabIn = (text: string | undefined): CandidateTab => candidateTabs.find((tab) => tab === text) ?? 'application'

/** Lines of one person who does the same again and again as one, from the oldest time to the newest: each tab that is opened has its own. */
function inRuns(lines: ReturnType<Shown['services']['helpDesk']['history']>) {
  const runs: ((typeof lines)[number] & { times: number; since: number })[] = []
  for (const line of lines) {
    const last = runs.at(-1)
    if (last && last.act === line.act && last.actorName === line.actorName) {
      last.times++
      last.since = line.at
    } else runs.push({ ...line, times: 1, since: line.at })
  }
  return runs
}

/** A version without its fingerprint. */
const versionIn = ({ number, submittedAt }: { number: number; submittedAt: number }) => ({ number, submittedAt })

/** The head of the page, and the content of the tab in the address. */
export function show(page: Shown, { id: candidateId, userId, fullName, state, district, ...candidate }: Opened) {
  const { services, language } = page
  const { helpDesk } = services
  const owner = { candidateId }
  const { facts, details, lock } = services.application.standing(candidateId)
  const versions = services.application.versionsOf(candidateId)
  const [newest, first] = [versions[0], versions.at(-1)]
  const next = services.nextActs.of(owner)
  const isTooLate = next.application.kind === 'too-late'
  const tasks = taskList(taskFactsOf(facts))
  const done = stepsDone(tasks)
  const tab = tabIn(page.query.tab)
  const of = <T>(one: CandidateTab, read: () => T): T | null => (tab === one ? read() : null)
  return {
    userId,
    fullName,
    tab,
    home: [district && districtName(district, language, services.course.form), findState(state)?.[language]]
      .filter(Boolean)
      .join(', '),
    registeredAt: candidate.createdAt,
    language: candidate.language,
    contact: services.accounts.contact(owner),
    next: services.nextActs.firstInWords(next, language) || jkNext(page, candidateId),
    isLoginSlowed: helpDesk.isLoginSlowed(candidateId),
    mayOrder: mayDo(page.actor.role, 'settings'),
    /** The order that keeps the candidate out of the admission. */
    excluded: exclusionOf(page, candidateId),
    /** The last order about this candidate that is in force. */
    order: orderOf(page, candidateId),
    /** True while an order about this candidate waits for a second person. */
    isOrderWaiting: services.orders.isWaitingFor(candidateId),
    /** Other candidates who may be the same person. */
    suspicions: services.duplicates.othersOf(page.actor, candidateId, language).map(({ person, suspicion, signs }) => ({
      suspicion,
      userId: person.userId,
      fullName: person.fullName,
      signs: [...signs],
    })),
    notes: helpDesk.notes(candidateId).slice(0, tab === 'history' ? undefined : 3),
    standing: {
      mode: details.mode,
      lock,
      state: stateOf(facts),
      isSubmitted: facts.submittedAt !== null,
      submittedAt: facts.submittedAt,
      /** The first submission of a form that was submitted again; else null. */
      firstAt: first && facts.submittedAt !== null && first.submittedAt < facts.submittedAt ? first.submittedAt : null,
      /** The newest version, if it is another than the one submitted then: scrutiny removed a claim, or the form is open again. */
      newestVersion: newest && newest.submittedAt !== facts.submittedAt ? versionIn(newest) : null,
      pickedUpAt: facts.pickedUpAt,
      revertedAt: facts.revertedAt,
      confirmedAt: facts.confirmedAt,
    },
    application: of('application', () => ({
      tasks: tasks.map(({ route, step, state: now }) => ({
        route,
        state: isTooLate && !done.includes(step) ? ('missed' as const) : now,
      })),
      now: standingLines(page, candidateId),
      sections: services.application.sheet(candidateId, language, 'desk').sections,
      versions: versions.map(versionIn),
    })),
    documents: of('documents', () => filesOf(page, owner)),
    payments: of('payments', () => moneyOf(page, owner)),
    messages: of('messages', () => deliveriesOf(page, candidateId)),
    merit: of('merit', () => meritOf(page, candidateId)),
    options: of('options', () => optionsOf(page, owner)),
    allotment: of('allotment', () => allotmentOf(page, candidateId)),
    history: of('history', () => inRuns(helpDesk.history(candidateId))),
    request: requestOf(page, candidateId),
  }
}

/** What the holder of a seat for J&K migrants reads, and that somebody has lost one; empty for anybody else. */
function jkNext({ services, t, named }: Shown, candidateId: number): string {
  const newest = services.jkSeat.changesOf(candidateId).at(-1)
  if (!newest) return ''
  if (services.jkSeat.seatOf(candidateId)?.admittedAt) return t('helpdesk:now.jk-admitted')
  return newest.choiceCode === null
    ? t('helpdesk:now.jk-lost')
    : t('helpdesk:now.jk', { choiceCode: newest.choiceCode, institute: named(newest.institute) })
}

/** The open request for a new mobile number; null for none. */
function requestOf({ services, actor }: Shown, candidateId: number) {
  const request = services.helpDesk.openRequest(actor, candidateId)
  if (!request) return null
  const { id, newMobile, seen, note, preparedAt, preparedByName, mayRelease } = request
  return { id, newMobile, seen, note, preparedAt, preparedByName, mayRelease }
}

/** The last order about the candidate in words; null if there is none. */
function orderOf({ services, language, t }: Shown, candidateId: number) {
  const found = services.orders.newestOf(candidateId)
  if (!found) return null
  const { id, kind, orderNumber, decidedAt } = found
  return { id, kind: t(`orders:kind.${kind}`), number: orderNumber, at: formatDateTime(decidedAt, language) }
}

/** The order in words; null if none keeps the candidate out. */
function exclusionOf({ services, language }: Shown, candidateId: number) {
  const found = services.ordersInForce.exclusion(candidateId)
  if (!found) return null
  const { id, kind, orderNumber, decidedAt, keptUserId } = found
  return { id, kind, number: orderNumber, at: formatDateTime(decidedAt, language), kept: keptUserId }
}

type Owner = { candidateId: number }

function filesOf({ services }: Shown, owner: Owner) {
  const { pictures, entries, notAskedFor } = services.documents.list(owner.candidateId)
  const files = [
    ...pictures.map(({ kind, document }) => ({ kind, document })),
    ...entries.map(({ kind, document }) => ({ kind, document })),
    ...notAskedFor.map((document) => ({ kind: document.name, document })),
  ]
  return files.map(({ kind, document }) => ({ kind, uploadedAt: document?.uploadedAt ?? null }))
}

function moneyOf(page: Shown, owner: Owner) {
  const { payments } = page.services
  const mayRefund = mayDo(page.actor.role, 'money')
  const { due, paid, isPayable, open } = payments.dues(owner.candidateId)
  return {
    /** `isAsked`: false once the form is closed, or the candidate out. */
    due: due && { name: due.due, amount: formatRupees(due.amount), isAsked: isPayable || open !== null },
    paid: formatRupees(paid),
    attempts: payments
      .payments(owner.candidateId)
      .map((payment) => ({ ...attemptOf(payment, page), mayRefund: mayRefund && payments.refundable(payment.id).ok }))
      .map(({ reference, due: name, amount, standing, begun, mayRefund }) => ({
        reference,
        due: name,
        amount,
        standing,
        begun,
        mayRefund,
      })),
  }
}

function deliveriesOf(page: Shown, candidateId: number) {
  const deliveries = page.services.helpDesk.deliveries(candidateId)
  const about = new Map(
    [...new Set(deliveries.map(({ template }) => template))].map((one) => [one, aboutOf(one, page)]),
  )
  return deliveries.map((line) => ({ ...line, about: about.get(line.template)! }))
}

/** The places in both merit lists. */
function meritOf({ services, t }: Shown, candidateId: number) {
  return (['provisional', 'final'] as const).flatMap((stage) => {
    const standing = services.meritPages.standing(stage, candidateId)
    return (standing?.places ?? []).map(({ list, meritNumber, of }) => ({
      stage: t(`helpdesk:now.merit.${stage}`),
      list: t(`merit:list.${list}`),
      meritNumber,
      of,
    }))
  })
}

/** The option form of each round that has one. */
function optionsOf({ services }: Shown, owner: Owner) {
  return roundNumbers(services.course.rounds).flatMap((round) => {
    const { choices, savedAt, confirmedAt } = services.optionForm.form(owner.candidateId, round)
    return choices.length ? [{ round, choices, savedAt, confirmedAt }] : []
  })
}

/** The result of each published round, with the order that took its seat back, and each change of a seat for J&K migrants. */
function allotmentOf({ services, t, named, language }: Shown, candidateId: number) {
  const seatInWords = (seat: { choiceCode: string; institute: string; course: string }) =>
    `${seat.choiceCode} · ${named(seat.institute)}, ${named(seat.course)}`
  const ofRounds = services.results.outcomes(candidateId).flatMap(({ round, state, seat }) => {
    if (state === 'not-considered') return []
    const held = seat && services.seatAcceptance.seat(candidateId, round)
    const order = held && services.seatAcceptance.takenBack(held)
    const words = seat ? seatInWords(seat) : t('helpdesk:now.no-seat')
    const gone =
      order && t('helpdesk:allotment.taken-back', { number: order.orderNumber, at: formatDateTime(order.at, language) })
    return [{ label: t('helpdesk:now.allotment', { round }), seat: [words, gone].filter(Boolean).join(' ') }]
  })
  const jk = services.jkSeat.changesOf(candidateId).map((seat) => ({
    label: t('helpdesk:allotment.jk', { at: formatDateTime(seat.releasedAt, language) }),
    seat: seat.choiceCode === null ? t('helpdesk:allotment.jk-lost') : seatInWords(seat),
  }))
  return [...ofRounds, ...jk]
}

/** A note, a message sent again, a login let in again; or a new number for a lost mobile, which needs two officers. */
export function action(page: Shown) {
  const { services, params } = page
  const actor = page.actor
  const userId = params.userId
  const tab = tabIn(page.query.tab)
  const here = href(page.cellBase, 'help-desk/:userId', { userId }, tab === 'application' ? {} : { tab })
  const done = (result: Result<unknown>, key: 'noted' | 'resent' | 'unlocked') =>
    result.ok ? page.redirect(here, { type: 'success', key: `helpdesk:flash.${key}` }) : result
  if (page.posted.intent === 'note') {
    const form = page.form(CallNote)
    return form.ok ? done(services.helpDesk.addNote(actor, userId, form.value.callNote), 'noted') : form
  }
  if (page.posted.intent === 'resend') {
    const form = page.form(Resend)
    if (!form.ok) return form
    return done(services.helpDesk.resend(actor, userId, Number(form.value.message)), 'resent')
  }
  if (page.posted.intent === 'unlock') {
    const form = page.form(Unlock)
    return form.ok ? done(services.helpDesk.unlock(actor, userId), 'unlocked') : form
  }
  if (page.posted.intent === 'lost-mobile') {
    const form = page.form(LostMobile)
    if (!form.ok) return form
    const result = services.helpDesk.prepareMobile(actor, userId, form.value)
    if (!result.ok) return result
    return page.redirect(here, { type: 'success', key: 'helpdesk:flash.prepared' })
  }
  const form = page.form(MobileDecision)
  if (!form.ok) return form
  const isReleased = form.value.intent === 'release-mobile'
  const result = services.helpDesk.decideMobile(
    actor,
    userId,
    Number(form.value.request),
    isReleased ? 'release' : 'discard',
  )
  if (!result.ok) return result
  return page.redirect(here, {
    type: isReleased ? 'success' : 'info',
    key: isReleased ? 'helpdesk:flash.released' : 'helpdesk:flash.refused',
  })
}
