import { noticeVersion, purposes } from '#server/domain/privacy/purposes.ts'
import type { Page } from '#server/features/index.ts'

export const texts = ['privacy', 'purposes', 'kept'] as const
export const isCacheable = true

/** The names in the notice, and the cookies by their names on this portal. */
export function load({ services, language, cookies }: Page) {
  const { cellName, courseTitle, academicYear, grievanceOfficer } = services.course
  return {
    values: {
      cell: cellName[language],
      course: courseTitle[language],
      year: academicYear,
      officer: grievanceOfficer.name[language],
      email: grievanceOfficer.email,
      version: noticeVersion,
      days: services.course.personalData.answerWithin,
    },
    purposes,
    plan: services.privacy.retention.plan(),
    cookies: [
      { names: [cookies.session.name, 'XSRF-TOKEN'], purpose: 'session', life: 'session' },
      { names: [cookies.refresh.name], purpose: 'refresh', life: 'session' },
      { names: [cookies.device.name], purpose: 'device', life: 'device' },
      { names: [cookies.language.name], purpose: 'language', life: 'language' },
      {
        names: [
          cookies.registration.name,
          cookies.recovery.name,
          cookies.login.name,
          cookies.keptForm.name,
          cookies.lookUp.name,
          cookies.flash.name,
        ],
        purpose: 'helpers',
        life: 'helpers',
      },
      { names: [cookies.turn.name], purpose: 'turn', life: 'helpers' },
    ] as const,
  }
}
