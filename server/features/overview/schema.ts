import Type from 'typebox'
import { overviewTables } from '../../domain/overview'
import { contract } from '../../http/shape'

/** Which table is taken away. */
export const OverviewExport = contract({ table: Type.Enum(overviewTables, { fault: 'overviewTable' }) })
