import { everySetting, pairwise, type Setting, settingName } from './server'

const isWhole = process.env.JOURNEYS === 'all'

/** The settings of the main road: script on and off, each in both languages, the screens taking turns; or all eight. */
export const mainRoad: readonly Setting[] = isWhole ? everySetting : pairwise

/** The settings of a side road: two of the four, which differ in everything; `turn` says which. */
export const sideRoad = (turn: number): readonly Setting[] =>
  isWhole ? everySetting : pairwise.filter((_, place) => (place === 0 || place === 3) === (turn % 2 === 0))

/** Those of them in which a script runs; what only a script does is looked at there. */
export const scripted = (settings: readonly Setting[]): readonly Setting[] =>
  settings.filter(({ javaScriptEnabled }) => javaScriptEnabled)

/** The same settings on one screen. */
export const onScreen = (viewport: Setting['viewport'], settings: readonly Setting[]): readonly Setting[] => [
  ...new Map(settings.map((setting) => ({ ...setting, viewport })).map((one) => [settingName(one), one])).values(),
]

/** Whether pages that look the same for several people are all gone through. */
export const isWholeMatrix = isWhole
