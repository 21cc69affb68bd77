/** The id of a field's control; the error summary links to it. */
export const fieldId = (name: string): string => `f-${name}`
