import { href } from '#pages/ui/href.ts'
import { isGone } from '#server/domain/admission/offer.ts'
import { factNames } from '#server/domain/scrutiny/scrutiny.ts'
import { DecideForm } from '#server/features/admission/reporting/schema.ts'
import type { DeskPage } from '#server/features/index.ts'
import type { Acted } from '#server/http/page.ts'
import { formatDateTime } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import type { Result } from '#server/kernel/result.ts'

type Shown = DeskPage<'reporting/:userId'>

export const texts = ['reporting', 'scrutiny', 'documents'] as const
export const title = ({ params, t }: Shown) => `${t('staff:menu.reporting')} ${params.userId}`

/** One candidate of the institute; null (404) for anybody else's. */
export function load({ services, actor, params, language, named }: Shown) {
  const found = services.reporting.candidate(actor, params.userId, language)
  if (!found.ok) return null
  const { mayRecord, reportBy, admission, resets, correction, ...one } = found.value
  const objection = services.admissionReports.objectionsAt(actor).find(({ userId }) => userId === params.userId)
  const at = (instant: number) => formatDateTime(instant, language)
  return {
    ...one,
    course: named(one.course),
    ownHours: services.course.ownHours,
    objection: objection ? { reason: objection.reason, at: at(objection.at) } : null,
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
    case 'reset':
      return done(reporting.reset(actor, userId, posted, arrivedAt), 'reporting:flash.reset')
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
