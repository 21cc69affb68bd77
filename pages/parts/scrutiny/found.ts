import type { StepNumber } from '#server/domain/terms/journey.ts'
import type { DeskPage, Page } from '#server/features/index.ts'
import type { Discrepancy } from '#server/features/scrutiny/scrutiny/discrepancies.ts'

/** The findings of scrutiny that a candidate still has to correct. `step`: only those of this step. */
export const foundIn = (
  { services, language }: Page | DeskPage,
  owner: { candidateId: number },
  step?: StepNumber,
): Discrepancy[] =>
  services.scrutiny
    .openDiscrepancies(owner.candidateId, language)
    .filter((one) => step === undefined || one.step === step)
