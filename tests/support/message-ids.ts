import type { TestPortal } from './portal'

/** A number of 19 digits, as the operators give them. */
export const idNumbered = (number: number): string => `1107160000${String(123_456_001 + number)}`

/** The file that gives every SMS its provider id in both languages. */
export const everyId = ({ services }: Pick<TestPortal, 'services'>): string =>
  [
    'message,language,provider_id',
    ...services.templates.idLines().map(({ template, language }, n) => `${template},${language},${idNumbered(n)}`),
  ].join('\n')
