/** A whole application as it is read and printed: labelled, in one language. */
export type ApplicationSheet = {
  userId: string
  fullName: string
  sections: readonly SheetSection[]
}

export type SheetSection = {
  /** The step it belongs to: its page is where it is changed. */
  step: string
  title: string
  rows: readonly SheetRow[]
}

/** `name`: the question, so that a discrepancy or a change can point at it. */
export type SheetRow = { name: string; label: string; value: string }
