import { askOnce } from '#pages/parts/checking/ask.ts'
import { href } from '#pages/ui/href.ts'
import { isGone } from '#server/domain/admission/offer.ts'
import { factNames } from '#server/domain/scrutiny/scrutiny.ts'
import { ObjectionAnswer } from '#server/features/admission/admission-reports/schema.ts'
import { DecideForm, ResetForm } from '#server/features/admission/reporting/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'

type Shown = DeskPage<'reporting/:userId'>

export const layout = 'work' as const
export const texts = ['reporting', 'scrutiny', 'documents'] as const
export const title = ({ params, t }: Shown) => `${t('staff:menu.reporting')} ${params.userId}`

/** One candidate of the institute; null (404) for anybody else's. */
export function load({ services, actor, params, language, named }: Shown) {
  const found = services.reporting.candidate(actor, params.userId, language)
  if (!found.ok) return null
  const { mayRecord, reportBy, admission, resets, correction, ...one } = found.value
  const objection = services.admissionReports.objectionTo(actor, params.userId)
  const at = (instant: number) => formatDateTime(instant, language)
  return {
    ...one,
    course: named(one.course),
    ownHours: services.course.ownHours,
    objection: objection
      ? {
          reason: objection.reason,
          at: at(objection.at),
          answer: objection.answer,
          answered: objection.answeredAt === null ? null : at(objection.answeredAt),
        }
      : null,
    mayRecord: mayRecord.ok,
    reportBy: reportBy === null ? null : at(reportBy),
    nameChanges: one.nameChanges.map((change) => ({ ...change, at: at(change.at) })),
    resetFacts: factNames.filter((name) => one.facts.some((fact) => fact.name === name)),
    admission: admission && {
      at: at(admission.admittedAt),
      by: admission.admittedBy,
      seen: admission.seen,
      awaited: admission.awaited,
    },
    takenBack: one.takenBack && { ...one.takenBack, at: at(one.takenBack.at) },
    withdrawn: one.withdrawn && { at: at(one.withdrawn.admittedAt), by: one.withdrawn.admittedBy },
    toNote: one.toNote && { orderNumber: one.toNote.orderNumber, at: at(one.toNote.at) },
    /** The seat is no longer the candidate's; else it may still be accepted. */
    isGone: isGone(one.state),
    resets: resets.map(({ fact, reason, at: when }) => ({ fact, reason, at: at(when) })),
    correction: correction && {
      id: correction.id,
      kind: correction.kind,
      reason: correction.reason,
      by: correction.preparedByName,
      mayRelease: correction.mayRelease,
    },
  }
}

export function action(page: Shown): Acted {
  const { reporting } = page.services
  const { actor, posted, arrivedAt } = page
  const { userId } = page.params
  const done = (result: Result<unknown>, key: TextKey) =>
    result.ok
      ? page.redirect(href(page.cellBase, 'reporting/:userId', { userId }), {
          type: 'success',
          key,
          values: { userId },
        })
      : result
  switch (posted.intent) {
    case 'admit':
      return done(reporting.admit(actor, userId, posted, arrivedAt), 'reporting:flash.admitted')
    case 'reset': {
      const { agreed, ...given } = posted
      if (agreed === 'reset') return done(reporting.reset(actor, userId, given, arrivedAt), 'reporting:flash.reset')
      const form = page.form(ResetForm)
      return form.ok ? askAboutReset(page, form.value) : form
    }
    case 'note-withdrawal':
      return done(reporting.noteWithdrawal(actor, userId), 'reporting:flash.withdrawal-noted')
    case 'answer-objection': {
      const form = page.form(ObjectionAnswer)
      if (!form.ok) return form
      const { admissionReports } = page.services
      return done(admissionReports.answerObjection(actor, userId, form.value.answer), 'reporting:flash.answered')
    }
    case 'record-late':
    case 'undo':
      return done(reporting.prepareCorrection(actor, userId, posted), 'reporting:flash.correction')
    default: {
      const form = page.form(DecideForm)
      if (!form.ok) return form
      const { intent, correction } = form.value
      return done(
        reporting.decideCorrection(actor, Number(correction), intent),
        intent === 'release' ? 'reporting:flash.released' : 'reporting:flash.discarded',
      )
    }
  }
}

/** A reset takes effect at once, and the candidate is told: the institute agrees to it first. */
const askAboutReset = (page: Shown, { fact, reason }: ResetForm) =>
  askOnce(page, {
    title: page.t('reporting:reset.agree', { fact: page.t(`scrutiny:fact.${fact}`) }),
    lines: [reason, page.t('reporting:reset.about', { count: page.services.course.ownHours })],
    submit: page.t('reporting:reset.submit'),
    value: 'reset',
  })
