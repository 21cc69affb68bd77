import { Disclosure } from '#pages/ui/data/Disclosure.tsx'
import { Facts } from '#pages/ui/data/Facts.tsx'
import { useT, useView } from '#pages/ui/view.ts'
import { isSpecialSeatType, seatTypeName, seatTypes } from '#server/domain/terms/seat-types.ts'

/**
 * Every seat code with its meaning, one tap away from the lists that show codes. `isOfPersons`: the list is of people, so
 * the codes that reveal something about a person are absent from it and from its legend.
 */
export function SeatLegend({ isOfPersons }: { isOfPersons?: boolean }) {
  const { language } = useView()
  const t = useT()
  const types = isOfPersons ? seatTypes.filter((type) => !isSpecialSeatType(type)) : seatTypes
  return (
    <Disclosure summary={t('shell:seat-codes')}>
      <Facts facts={types.map((type) => ({ label: type, value: seatTypeName(type)[language] }))} />
    </Disclosure>
  )
}
