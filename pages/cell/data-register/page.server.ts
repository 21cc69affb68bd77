import { noticeVersion, purposes } from '#server/domain/privacy/purposes.ts'
import type { DeskPage } from '#server/features/index.ts'

export const texts = ['dataoffice', 'mydata', 'kept', 'privacy', 'purposes'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.data-register')

/** The register of processing, and what the retention job does and when. */
export function load({ services, language }: DeskPage) {
  const { cellName, grievanceOfficer } = services.course
  return {
    purposes,
    plan: services.privacy.retention.plan(),
    controller: {
      cell: cellName[language],
      officer: grievanceOfficer.name[language],
      email: grievanceOfficer.email,
      version: noticeVersion,
    },
  }
}
