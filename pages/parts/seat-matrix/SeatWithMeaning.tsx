import { useView } from '#pages/ui/view.ts'
import { isSeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'

/** The code of a seat type with its meaning: `GSCS SC, general`. A code that the portal does not know stays alone. */
export function SeatWithMeaning({ seatType }: { seatType: string }) {
  const { language } = useView()
  return (
    <>
      <span lang="en">{seatType}</span> {isSeatType(seatType) && <small>{seatTypeName(seatType)[language]}</small>}
    </>
  )
}
