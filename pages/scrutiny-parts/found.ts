import type { StepNumber } from '../../server/domain/journey'
import type { Discrepancy } from '../../server/features/scrutiny/discrepancies'
import type { Page } from '../../server/services'

/** What scrutiny found and is still to be corrected; of one step, where one is named. */
export const foundIn = ({ services, actor, language }: Page, step?: StepNumber): Discrepancy[] =>
  services.scrutiny.openDiscrepancies(actor!, language).filter((one) => step === undefined || one.step === step)
