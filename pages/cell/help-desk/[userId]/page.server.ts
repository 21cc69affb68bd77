import { findDistrict, findState } from '../../../../server/domain/places'
import { isSecondPerson } from '../../../../server/domain/staff'
import { taskFactsOf, taskList } from '../../../../server/domain/task-list'
import { LostMobile, MobileDecision } from '../../../../server/features/help-desk/schema'
import { formatRupees } from '../../../../server/i18n/format'
import type { DeskPage } from '../../../../server/services'
import { attemptOf } from '../../../payments-parts/attempts'
import { href } from '../../../ui/href'
import { standingLines } from './standing'

export const texts = ['helpdesk', 'application', 'payments', 'documents'] as const
export const title = ({ params }: DeskPage) => params.userId!

/** What the candidate sees, to be read only; null for whoever is beyond the reach of this person. */
export function load(page: DeskPage) {
  const opened = page.services.helpDesk.open(page.actor!, page.params.userId!)
  return opened.ok ? show(page, opened.value) : null
}

/** What a message is about, by the words that everybody gets; whatever of it is the candidate's own stays out. */
function aboutOf(template: string, { services, language }: DeskPage): string {
  const parts = services.templates.view(template)?.parts ?? []
  const { words } = parts.find(({ part }) => part === 'subject') ?? parts[0] ?? {}
  return words?.[language].replace(/\{\{\w+\}\}/g, '…') ?? template
}

type Opened = Extract<ReturnType<DeskPage['services']['helpDesk']['open']>, { ok: true }>['value']

export function show(page: DeskPage, { id: candidateId, userId, fullName, state, district, ...candidate }: Opened) {
  const { services, language } = page
  const { application, documents, helpDesk, payments } = services
  const owner = { candidateId }
  const { facts, details, lock } = application.standing(candidateId)
  const { due, paid } = payments.dues(owner)
  const request = helpDesk.openRequest(candidateId)
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
      mayRelease: isSecondPerson([request.preparedBy], page.actor!),
    },
  }
}

/** The only acts here: a new number for a lost mobile, in two persons' steps. */
export function action(page: DeskPage) {
  const { services, params } = page
  const actor = page.actor!
  const userId = params.userId!
  const here = href(page.cellBase, 'help-desk/:userId', { userId })
  if ((page.request.body as Record<string, unknown> | null)?.intent === 'lost-mobile') {
    const form = page.form(LostMobile)
    if (!form.ok) return page.invalid(form.refusal)
    const result = services.helpDesk.prepareMobile(actor, userId, form.value)
    if (!result.ok) return page.invalid(result.refusal)
    return page.redirect(here, { type: 'success', key: 'helpdesk:flash.prepared' })
  }
  const form = page.form(MobileDecision)
  if (!form.ok) return page.invalid(form.refusal)
  const isReleased = form.value.intent === 'release-mobile'
  const outcome = isReleased ? 'released' : 'refused'
  const result = services.helpDesk.decideMobile(actor, userId, Number(form.value.request), outcome)
  if (!result.ok) return page.invalid(result.refusal)
  return page.redirect(here, {
    type: isReleased ? 'success' : 'info',
    key: isReleased ? 'helpdesk:flash.released' : 'helpdesk:flash.refused',
  })
}
