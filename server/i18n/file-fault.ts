import type { Translate } from './page-text'

/** The words of a fault, with the file that has it. `page`: its page, from 1, if several files make one document. */
export function faultOfFile(t: Translate, { name, page }: { name: string; page?: number }, fault: string): string {
  if (page !== undefined) return t(name ? 'unfit:of-page-named' : 'unfit:of-page', { page, name, fault })
  return name ? t('unfit:of-file', { name, fault }) : fault
}
