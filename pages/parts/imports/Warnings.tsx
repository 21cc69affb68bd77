import { Card } from '#pages/ui/data/Card.tsx'
import { Field } from '#pages/ui/form/Field.tsx'
import { useT } from '#pages/ui/view.ts'
import { mostFaults } from '#server/domain/desk/imports.ts'
import type { CsvLineDoubt } from '#server/domain/terms/csv-table.ts'
import { FaultLines, type FaultPlace } from './FaultLines'

/** The values that a spreadsheet may have changed in a file without a fault. `place`: where each is, and its title. */
export function Warnings<Doubt extends CsvLineDoubt>({
  doubts,
  place,
}: {
  doubts: readonly Doubt[]
  place: FaultPlace<Doubt>
}) {
  const t = useT()
  return (
    <Card title={t('imports:warnings')}>
      <p>{t('imports:warnings.about')}</p>
      {doubts.length === mostFaults && <p>{t('imports:faults.first', { count: doubts.length })}</p>}
      <FaultLines caption={t('imports:warnings')} faults={doubts} place={place} why={t('imports:warnings.why')} />
    </Card>
  )
}

/** Says that these values were compared. */
export function Compared() {
  return <Field kind="checkbox" name="checked" label={useT()('imports:warnings.checked')} required />
}
