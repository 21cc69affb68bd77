import { useEffect, useState } from 'react'
import { useView } from '#pages/ui/view.ts'
import { type Chance, type ChanceTable, chanceAt } from '#server/domain/seats/chances.ts'
import type { Head } from './head'

/** Tables by the hash of their bytes; fetched once for all choices of a page. */
const tables = new Map<string, Promise<ChanceTable | null>>()

/**
 * The published table of a round. The browser itself compares its bytes with the hash that the page states. Null if they
 * differ, or if the table does not arrive: then no band is shown. Source: rules §8.22.
 */
function tableOf({ address, integrity }: { address: string; integrity: string }): Promise<ChanceTable | null> {
  const known = tables.get(integrity)
  if (known) return known
  const fetched = fetch(address, { integrity, credentials: 'omit' })
    .then((answer) => (answer.ok ? (answer.json() as Promise<ChanceTable>) : null))
    .catch(() => null)
  tables.set(integrity, fetched)
  return fetched
}

/** The candidate's chance at a choice; null without a table. */
export async function chanceOf(
  { chances, merit }: { chances: NonNullable<Head['chances']>; merit: Head['merit'] },
  choiceCode: string,
): Promise<Chance | null> {
  const table = await tableOf(chances)
  return table && chanceAt(table, choiceCode, chances.seatTypes, merit)
}

/** The table of this page's round, once it is here; null until then, or without one. */
export function useChanceTable(): ChanceTable | null {
  const { data } = useView<() => { head: Pick<Head, 'chances'> }>()
  const [table, setTable] = useState<ChanceTable | null>(null)
  const { address, integrity } = data.head.chances ?? {}
  useEffect(() => {
    let isShown = true
    if (address && integrity) {
      void tableOf({ address, integrity }).then((arrived) => {
        if (isShown) setTable(arrived)
      })
    }
    return () => {
      isShown = false
    }
  }, [address, integrity])
  return table
}

/** The candidate's chance at a choice, worked out in this browser; null until the table is here, or without one. */
export function useChance(choiceCode: string): Chance | null {
  const { data } = useView<() => { head: Pick<Head, 'chances' | 'merit'> }>()
  const { chances, merit } = data.head
  const table = useChanceTable()
  return table && chances && chanceAt(table, choiceCode, chances.seatTypes, merit)
}
