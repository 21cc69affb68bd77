import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import type { CsvLineFault } from '#server/domain/terms/csv-table.ts'
import { FaultLines, type FaultSubject } from './FaultLines'

/** The values that a spreadsheet may have changed in a file without a fault, of `count` the first. `of`: what each is about. */
export function Warnings<Doubt extends CsvLineFault>({
  doubts,
  count,
  of,
}: {
  doubts: readonly Doubt[]
  count: number
  of?: FaultSubject<Doubt>
}) {
  const t = useT()
  return (
    <Card title={t('imports:warnings')}>
      <p>{t('imports:warnings.about')}</p>
      <FaultLines
        caption={t('imports:warnings')}
        faults={doubts}
        count={count}
        of={of}
        why={t('imports:warnings.why')}
      />
    </Card>
  )
}

/** Says that these values were compared. */
export function Compared() {
  return <Field kind="checkbox" name="checked" label={useT()('imports:warnings.checked')} required />
}
