import { and, desc, eq } from 'drizzle-orm'
import type { Database } from './client'
import { meritEditions, seatMatrixEditions } from './schema'

/** The id of the final merit list in force; undefined before one is published. */
export const finalMeritInForce = ({ orm }: Pick<Database, 'orm'>): number | undefined =>
  orm
    .select({ id: meritEditions.id })
    .from(meritEditions)
    .where(and(eq(meritEditions.stage, 'final'), eq(meritEditions.state, 'published')))
    .orderBy(desc(meritEditions.number))
    .limit(1)
    .get()?.id

/** The id of the seat matrix in force; undefined before one is published. */
export const seatMatrixInForce = ({ orm }: Pick<Database, 'orm'>): number | undefined =>
  orm
    .select({ id: seatMatrixEditions.id })
    .from(seatMatrixEditions)
    .where(eq(seatMatrixEditions.state, 'published'))
    .orderBy(desc(seatMatrixEditions.number))
    .limit(1)
    .get()?.id
