import type { ReactNode } from 'react'
import { languageIn } from '#server/kernel/languages.ts'
import { classNames } from '../class-names'
import { isNetAddress, NetAddress } from './NetAddress'
import { wholeYears } from './whole-years'

type Fact = {
  label: string
  value: ReactNode
  /** Distinguishes facts with the same label. */
  name?: string
  /** A string in a person's own words; it gets the language of its script. An e-mail or web address is drawn as one. */
  isWritten?: boolean
  /** Takes a whole row of `pairs`. */
  isWide?: boolean
}

/**
 * Facts, each with its label; empty ones (`false`, `null`, …) are left out. `columns`: labels to the left from 600 px
 * on. `stacked`: each label above its value, with lines between. `tiles`: a few large figures side by side. `pairs`: many
 * short facts, each label above its value, as many side by side as fit (two on a phone).
 */
export function Facts({
  facts,
  layout = 'columns',
}: {
  facts: readonly (Fact | false | null | undefined | '')[]
  layout?: 'columns' | 'stacked' | 'tiles' | 'pairs'
}) {
  return (
    <dl className={classNames('facts', layout !== 'columns' && layout)}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.name ?? fact.label} className={fact.isWide ? 'wide' : undefined}>
              <dt>{wholeYears(fact.label)}</dt>
              {fact.isWritten && typeof fact.value === 'string' ? (
                <dd lang={languageIn(fact.value)}>
                  {isNetAddress(fact.value) ? <NetAddress of={fact.value} /> : fact.value}
                </dd>
              ) : (
                <dd>{fact.value}</dd>
              )}
            </div>
          ),
      )}
    </dl>
  )
}
