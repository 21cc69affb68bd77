/**
 * The declarations that candidates have made on submission, by number: the page shows the newest, and a submitted form
 * prints the one that was made with it. New words get the next number; no earlier ones change.
 */
export const declarations = { 1: 'steps:declaration.1' } as const
export type DeclarationNumber = keyof typeof declarations

/** The declaration that is made today. */
export const declarationNow: DeclarationNumber = 1
