import { seatTypeName, seatTypes } from '../../../server/domain/seats/seat-types'
import { Disclosure } from '../../ui/data/Disclosure'
import { Facts } from '../../ui/data/Facts'
import { useT, useView } from '../../ui/view'

/** Every seat code with its meaning, one tap away from the lists that show codes. */
export function SeatLegend() {
  const { language } = useView()
  const t = useT()
  return (
    <Disclosure summary={t('shell:seat-codes')}>
      <Facts facts={seatTypes.map((type) => ({ label: type, value: seatTypeName(type)[language] }))} />
    </Disclosure>
  )
}
