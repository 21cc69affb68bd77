import { capRoundNumbers } from '../domain/cap-rounds'
import { days, hours, type Instant } from '../kernel/time'
import type { SeedActivity } from './course'

/**
 * The activities of the three rounds, thirteen days apart: options for four days, the allotment two days after they
 * close, acceptance until 15:00 of its last day, then reporting at the institutes. `opensAt`: 10:00 of the day on which
 * the first option form opens.
 */
export const capRounds = (opensAt: Instant): SeedActivity[] =>
  capRoundNumbers.flatMap((round) => {
    const at = (day: number, hour = 10) => (opensAt + days(13 * (round - 1) + day) + hours(hour - 10)) as Instant
    return [
      {
        key: `round-${round}-options`,
        title: { en: `Option form, CAP Round ${round}`, mr: `विकल्प अर्ज, कॅप फेरी ${round}` },
        opensAt: at(0),
        closesAt: at(3, 17),
      },
      {
        key: `round-${round}-allotment`,
        title: { en: `Allotment, CAP Round ${round}`, mr: `जागावाटप, कॅप फेरी ${round}` },
        opensAt: at(5, 17),
        closesAt: null,
      },
      {
        key: `round-${round}-acceptance`,
        title: { en: `Accepting the seat, CAP Round ${round}`, mr: `जागा स्वीकारणे, कॅप फेरी ${round}` },
        opensAt: at(6),
        closesAt: at(8, 15),
      },
      {
        key: `round-${round}-reporting`,
        title: { en: `Reporting at the institute, CAP Round ${round}`, mr: `संस्थेत हजर होणे, कॅप फेरी ${round}` },
        opensAt: at(9),
        closesAt: at(11, 17),
      },
    ]
  })
