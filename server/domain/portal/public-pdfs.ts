/** The two that the portal makes from its own data. */
export const madePdfs = ['user_manual.pdf', 'MBA_new_schdule.pdf'] as const
export type MadePdf = (typeof madePdfs)[number]

/** The rules, which the cell uploads. */
export const uploadedPdfs = [
  'ruleA.pdf',
  'ruleB.pdf',
  'ruleC.pdf',
  'rule2022.pdf',
  'rule2021.pdf',
  'rule2020.pdf',
  'rule2019.pdf',
  'principleRule.pdf',
] as const

/** The ten PDFs beside the pages, in the order of rules §18.4. */
export const publicPdfs = [...madePdfs, ...uploadedPdfs] as const
export type PublicPdf = (typeof publicPdfs)[number]
