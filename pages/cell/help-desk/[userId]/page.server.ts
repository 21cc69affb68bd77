import { stateOf } from '../../../../server/domain/application/states'
import { taskFactsOf, taskList } from '../../../../server/domain/application/task-list'
import { findDistrict, findState } from '../../../../server/domain/portal/places'
import { LostMobile, MobileDecision } from '../../../../server/features/help-desk/schema'
import { formatRupees } from '../../../../server/i18n/format'
import type { DeskPage } from '../../../../server/services'
import { attemptOf } from '../../../parts/payments/attempts'
import { href } from '../../../ui/href'
import { standingLines } from './standing.server'

type Shown = DeskPage<'help-desk/:userId'>

export const texts = ['helpdesk', 'application', 'payments', 'documents'] as const
export const title = ({ params }: Shown) => params.userId

/** The candidate's record, read-only; null (404) for a candidate whom this officer may not see. */
export function load(page: Shown) {
  const opened = page.services.helpDesk.open(page.actor, page.params.userId)
  return opened.ok ? show(page, opened.value) : null
}

/** The subject of a message, from its template. The candidate's own values are left out. */
function aboutOf(template: string, { services, language }: Shown): string {
  const parts = services.templates.view(template)?.parts ?? []
  const { words } = parts.find(({ part }) => part === 'subject') ?? parts[0] ?? {}
  return words?.[language].replace(/\{\{\w+\}\}/g, '…') ?? template
}

type Opened = Extract<ReturnType<Shown['services']['helpDesk']['open']>, { ok: true }>['value']

export function show(page: Shown, { id: candidateId, userId, fullName, state, district, ...candidate }: Opened) {
  const { services, language } = page
  const { application, documents, helpDesk, payments } = services
  const owner = { candidateId }
  const { facts, details, lock } = application.standing(candidateId)
  const { due, paid } = payments.dues(owner)
  const request = helpDesk.openRequest(page.actor, candidateId)
  const deliveries = helpDesk.deliveries(candidateId)
  const about = new Map(
    [...new Set(deliveries.map(({ template }) => template))].map((one) => [one, aboutOf(one, page)]),
  )
  const { pictures, entries, notAskedFor } = documents.list(owner)
  const files = [
    ...pictures.map(({ kind, document }) => ({ kind, document })),
    ...entries.map(({ kind, document }) => ({ kind, document })),
    ...notAskedFor.map((document) => ({ kind: document.name, document })),
  ]
  return {
    userId,
    fullName,
    home: [findDistrict(state, district)?.[language], findState(state)?.[language]].filter(Boolean).join(', '),
    registeredAt: candidate.createdAt,
    language: candidate.language,
    contact: services.accounts.contact(owner),
    standing: {
      mode: details.mode,
      lock,
      state: stateOf(facts),
      isSubmitted: facts.submittedAt !== null,
      submittedAt: facts.submittedAt,
      pickedUpAt: facts.pickedUpAt,
      revertedAt: facts.revertedAt,
      confirmedAt: facts.confirmedAt,
    },
    tasks: taskList(taskFactsOf(facts)).map(({ route, state: stateOfStep }) => ({ route, state: stateOfStep })),
    now: standingLines(page, candidateId),
    sections: application.sheet(candidateId, language).sections,
    versions: application.versionsOf(owner).map(({ number, submittedAt }) => ({ number, submittedAt })),
    due: due && { name: due.due, amount: formatRupees(due.amount) },
    paid: formatRupees(paid),
    attempts: payments
      .payments(owner)
      .map((payment) => attemptOf(payment, page))
      .map(({ reference, due: name, amount, standing, begun }) => ({ reference, due: name, amount, standing, begun })),
    files: files.map(({ kind, document }) => ({ kind, uploadedAt: document?.uploadedAt ?? null })),
    deliveries: deliveries.map((line) => ({ ...line, about: about.get(line.template)! })),
    request: request && {
      id: request.id,
      newMobile: request.newMobile,
      seen: request.seen,
      note: request.note,
      preparedAt: request.preparedAt,
      preparedByName: request.preparedByName,
      mayRelease: request.mayRelease,
    },
  }
}

/** Handles the only acts here: one officer prepares a new number for a lost mobile, another decides on it. */
export function action(page: Shown) {
  const { services, params } = page
  const actor = page.actor
  const userId = params.userId
  const here = href(page.cellBase, 'help-desk/:userId', { userId })
  if (page.posted.intent === 'lost-mobile') {
    const form = page.form(LostMobile)
    if (!form.ok) return page.invalid(form.refusal)
    const result = services.helpDesk.prepareMobile(actor, userId, form.value)
    if (!result.ok) return page.invalid(result.refusal)
    return page.redirect(here, { type: 'success', key: 'helpdesk:flash.prepared' })
  }
  const form = page.form(MobileDecision)
  if (!form.ok) return page.invalid(form.refusal)
  const isReleased = form.value.intent === 'release-mobile'
  const result = services.helpDesk.decideMobile(
    actor,
    userId,
    Number(form.value.request),
    isReleased ? 'release' : 'discard',
  )
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(here, {
    type: isReleased ? 'success' : 'info',
    key: isReleased ? 'helpdesk:flash.released' : 'helpdesk:flash.refused',
  })
}
