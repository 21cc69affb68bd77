import type { DeclarationNumber } from './declaration'

/** A whole application, ready to read and print: labelled, in one language. */
export type ApplicationSheet = {
  userId: string
  fullName: string
  declaration: DeclarationNumber
  sections: readonly SheetSection[]
}

export type SheetSection = {
  /** The step it belongs to; the step's page is where the candidate changes it. */
  step: string
  title: string
  rows: readonly SheetRow[]
}

/** `name`: the question, so that a discrepancy or a change can refer to it. */
export type SheetRow = { name: string; label: string; value: string }
