import { formatDateTime } from '../../../server/i18n/format'
import type { DeskPage } from '../../../server/services'

export const texts = ['imports'] as const
export const title = ({ t }: DeskPage) => t('staff:menu.imports')

/** The tables that this person keeps, and the latest files. */
export const load = ({ services, actor, language }: DeskPage) => ({
  tables: services.imports.tables(actor).map(({ kind, needsSecondPerson }) => ({ kind, needsSecondPerson })),
  files: services.imports.list(actor, null).map(({ id, kind, fileName, state, preparedAt, preparedByName }) => ({
    id,
    kind,
    fileName,
    state,
    by: { name: preparedByName, time: formatDateTime(preparedAt, language) },
  })),
})
