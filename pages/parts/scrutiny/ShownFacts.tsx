import { Card } from '#pages/ui/data/Card.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { Written } from '#pages/ui/data/Written.tsx'
import { useT } from '#pages/ui/view.ts'
import type { FactName } from '#server/domain/scrutiny/scrutiny.ts'
import { Proofs } from './BesideProof'

/** A candidate's facts, each with the documents that prove it, to be read only. `at`: the address of a file. */
export function ShownFacts({
  facts,
  at,
}: {
  facts: readonly {
    name: FactName
    rows: readonly { label: string; value: string }[]
    documents: readonly { kind: string; uploadedAt: number }[]
  }[]
  at(kind: string, uploadedAt: number): string
}) {
  const t = useT()
  return facts.map(({ name, rows, documents }) => (
    <div key={name} data-fact={name}>
      <Card title={t(`scrutiny:fact.${name}`)}>
        {/* The title says what the only answer is. */}
        {rows.length === 1 && <Written as="p">{rows[0]!.value}</Written>}
        {rows.length > 1 && <Facts layout="stacked" facts={rows.map((row) => ({ ...row, isWritten: true }))} />}
        <Proofs documents={documents} at={at} />
      </Card>
    </div>
  ))
}
