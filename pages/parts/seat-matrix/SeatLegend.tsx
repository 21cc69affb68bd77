import { isSpecialSeatType, seatTypeName, seatTypes } from '../../../server/domain/seats/seat-types'
import { Disclosure } from '../../ui/data/Disclosure'
import { Facts } from '../../ui/data/Facts'
import { useT, useView } from '../../ui/view'

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
