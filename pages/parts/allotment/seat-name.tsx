import { useT, useView } from '#pages/ui/view.ts'
import { publicSeatTypes, specialSeat } from '#server/domain/seats/public-seats.ts'
import { isSeatType, seatTypeName } from '#server/domain/terms/seat-types.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The meaning of a code; empty for "Special", which is in words already. */
const meaning = (seatType: string, language: Language): string =>
  isSeatType(seatType) ? seatTypeName(seatType)[language] : ''

/** The types of seat that public pages distinguish, as options of a select: `LOPENS: Open, ladies`. */
export const seatOptions = (t: Translate, language: Language) =>
  publicSeatTypes.map((type) => ({
    value: type,
    label: type === specialSeat ? t('rounds:special') : `${type}: ${meaning(type, language)}`,
  }))

/** A type of seat as public lists print it: its code with its meaning, or "Special" with the kinds in it. */
export function SeatName({ seatType }: { seatType: string }) {
  const { language } = useView()
  const t = useT()
  const isSpecial = seatType === specialSeat
  return (
    <>
      {isSpecial ? t('rounds:special') : seatType}{' '}
      <small>{isSpecial ? t('rounds:special-about') : meaning(seatType, language)}</small>
    </>
  )
}

/** The same in a crowded table: the code alone, whose meaning is in the legend. */
export function SeatCode({ seatType }: { seatType: string }) {
  const { language } = useView()
  const t = useT()
  return seatType === specialSeat ? t('rounds:special') : <abbr title={meaning(seatType, language)}>{seatType}</abbr>
}
