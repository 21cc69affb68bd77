import type { StepNumber } from '../../../server/domain/application/journey'
import type { Discrepancy } from '../../../server/features/scrutiny/discrepancies'
import type { DeskPage, Page } from '../../../server/services'

/** What scrutiny found in somebody's form and is still to be corrected; of one step, where one is named. */
export const foundIn = (
  { services, language }: Page | DeskPage,
  owner: { candidateId: number },
  step?: StepNumber,
): Discrepancy[] =>
  services.scrutiny.openDiscrepancies(owner, language).filter((one) => step === undefined || one.step === step)
