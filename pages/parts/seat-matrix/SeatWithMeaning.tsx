import { isSeatType, seatTypeName } from '../../../server/domain/seats/seat-types'
import { useView } from '../../ui/view'

/** The code of a seat type with its meaning: `GSCS SC, general`. A code that the portal does not know stays alone. */
export function SeatWithMeaning({ seatType }: { seatType: string }) {
  const { language } = useView()
  return (
    <>
      <span lang="en">{seatType}</span> {isSeatType(seatType) && <small>{seatTypeName(seatType)[language]}</small>}
    </>
  )
}
