import { regionNames } from '../../../server/domain/portal/regions'
import type { DeskPage } from '../../../server/services'

export const texts = ['reports'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.approvals')

/** The institutes of the officer's region that have admitted somebody. */
export async function load({ services, actor, language, t }: DeskPage) {
  const institutes = await services.admissionReports.approvals(actor)
  return {
    institutes: institutes.map(({ region, admitted, checked, objected, ...line }) => ({
      ...line,
      region: region === null ? t('reports:region.outside') : regionNames[region][language],
      admitted,
      checked,
      objected,
      waiting: Math.max(0, admitted - checked - objected),
    })),
  }
}
