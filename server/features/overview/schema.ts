import Type from 'typebox'
import { overviewTables } from '../../domain/portal/overview'
import { contract } from '../../http/shape'

/** The table to export. */
export const OverviewExport = contract({ table: Type.Enum(overviewTables, { fault: 'overviewTable' }) })
