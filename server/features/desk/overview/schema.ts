import Type from 'typebox'
import { overviewTables } from '#server/domain/desk/overview.ts'
import { contract } from '#server/http/shape.ts'

/** The table to export. */
export const OverviewExport = contract({ table: Type.Enum(overviewTables, { fault: 'overviewTable' }) })
