import { intentOf } from '#pages/parts/accounts/intent.ts'
import { placesOf } from '#pages/parts/privacy/access.server.ts'
import { href } from '#pages/ui/href.ts'
import { noticeVersion } from '#server/domain/privacy/purposes.ts'
import { type StepNumber, steps } from '#server/domain/terms/journey.ts'
import type { CandidatePage } from '#server/features/index.ts'
import { DataRequest, Withdrawal } from '#server/features/privacy/privacy/schema.ts'

export const texts = ['mydata', 'kept', 'dataoffice'] as const

/** Consents, requests, looks at the data, and how long it is kept. `?before=` continues the list of looks. */
export function load(page: CandidatePage) {
  const { services, actor, query, t, language } = page
  const { privacy, accounts, course } = services
  const now = services.clock.portal()
  const { consents, requests, retention, myData } = privacy
  const { before } = query
  const { lines, older } = myData.access(actor, before)
  const record = requests.recordOf(actor.candidateId)
  const { isOnWhatsapp } = accounts.contact(actor)
  return {
    noticeVersion,
    hasReadNotice: consents.hasRead(actor.candidateId),
    consents: consents
      .of(actor.candidateId)
      .map(({ id, subject, act, version, at }) => ({ id, subject, act, version, at })),
    isOnWhatsapp,
    requests: requests.own(actor).map((one) => ({ ...one, isOverdue: one.dueAt <= now })),
    ownChange: ownChangeOf(page),
    isMoneyPending: requests.verdictOn(actor.candidateId) === 'money-pending',
    access: lines.map(({ id, at, act, role, place }) => ({
      id,
      at,
      who: placesOf(page, role, place),
      what: t(`staff:act.${act}` as 'staff:act.help-desk.viewed'),
    })),
    older,
    isContinued: before !== undefined,
    plan: retention.plan().filter(({ of }) => of === record || ['payments', 'messages', 'logins'].includes(of)),
    answerWithin: course.personalData.answerWithin,
    officer: { officer: course.grievanceOfficer.name[language], email: course.grievanceOfficer.email },
  }
}

/** The answers that the candidate can still change: all, those sent back for correction, all once unlocked, or none. */
function ownChangeOf({ services, actor, arrivedAt }: CandidatePage): 'form' | 'sent-back' | 'locked' | 'closed' {
  const { application } = services
  if (steps.some((_, step) => application.mayEdit(actor.candidateId, step as StepNumber, arrivedAt).ok))
    return application.standingOf(actor).facts.revertedAt === null ? 'form' : 'sent-back'
  return application.mayUnlock(actor.candidateId, arrivedAt).ok ? 'locked' : 'closed'
}

export function action(page: CandidatePage) {
  const intent = intentOf(page)
  const { services, actor, language, base } = page
  const here = href(base, 'my-data')
  if (intent === 'notice') {
    services.privacy.consents.confirmNotice(actor.candidateId, language)
    return page.redirect(here, { type: 'success', key: 'mydata:flash.notice' })
  }
  if (intent === 'whatsapp-off') {
    services.accounts.optOutOfWhatsapp(actor)
    return page.redirect(here, { type: 'success', key: 'mydata:flash.whatsapp-off' })
  }
  if (intent === 'whatsapp-on') {
    const opted = services.accounts.optInToWhatsapp(actor)
    if (!opted.ok) return opted
    return page.redirect(here, { type: 'success', key: 'mydata:flash.whatsapp-on' })
  }
  return 'request' in page.posted ? withdraw(page) : request(page)
}

function request(page: CandidatePage) {
  const form = page.form(DataRequest)
  if (!form.ok) return form
  const filed = page.services.privacy.requests.file(page.actor, form.value)
  if (!filed.ok) return filed
  const values = { number: `D-${filed.value.id}` }
  return page.redirect(href(page.base, 'my-data'), { type: 'success', key: 'mydata:flash.sent', values })
}

function withdraw(page: CandidatePage) {
  const form = page.form(Withdrawal)
  if (!form.ok) return form
  const withdrawn = page.services.privacy.requests.withdraw(page.actor, Number(form.value.request))
  if (!withdrawn.ok) return withdrawn
  return page.redirect(href(page.base, 'my-data'), { type: 'success', key: 'mydata:flash.withdrawn' })
}
