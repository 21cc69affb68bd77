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
export type UploadedPdf = (typeof uploadedPdfs)[number]

/** The letters and digits of a name, in lower case. */
const folded = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/**
 * The rule that a file is, by its name: the name of its address or of its line in the menu, however it is written (`Rules
 * 2022 (1).pdf`); null if it is none of them. `titlesOf`: the lines of the menu in every language.
 */
export function ruleNamed(fileName: string, titlesOf: (rule: UploadedPdf) => readonly string[]): UploadedPdf | null {
  const name = folded(fileName.replace(/(?: ?\(\d+\))?\.pdf$/i, ''))
  return uploadedPdfs.find((rule) => [rule.slice(0, -4), ...titlesOf(rule)].map(folded).includes(name)) ?? null
}

/** The ten PDFs beside the pages, in the order of rules §18.4. */
export const publicPdfs = [...madePdfs, ...uploadedPdfs] as const
export type PublicPdf = (typeof publicPdfs)[number]

/** The keys of their titles, in full, so that the build finds which texts a page shows. */
export const titlesOfPdfs = {
  'user_manual.pdf': 'shell:menu.user_manual.pdf',
  'MBA_new_schdule.pdf': 'shell:menu.MBA_new_schdule.pdf',
  'ruleA.pdf': 'shell:menu.ruleA.pdf',
  'ruleB.pdf': 'shell:menu.ruleB.pdf',
  'ruleC.pdf': 'shell:menu.ruleC.pdf',
  'rule2022.pdf': 'shell:menu.rule2022.pdf',
  'rule2021.pdf': 'shell:menu.rule2021.pdf',
  'rule2020.pdf': 'shell:menu.rule2020.pdf',
  'rule2019.pdf': 'shell:menu.rule2019.pdf',
  'principleRule.pdf': 'shell:menu.principleRule.pdf',
} as const satisfies Readonly<Record<PublicPdf, string>>
