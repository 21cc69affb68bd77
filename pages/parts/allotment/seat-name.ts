import { specialSeat } from '../../../server/domain/seats/public-seats'
import type { Translate } from '../../../server/i18n/page-text'

/** A type of seat as public lists print it: its code, or "Special" in the page's language. */
export const seatName = (t: Translate, seatType: string): string =>
  seatType === specialSeat ? t('results:special') : seatType
