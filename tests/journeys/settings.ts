import { desk, everySetting, type Setting, settingName } from './server'

const isWhole = process.env.JOURNEYS === 'all'

/** Two settings that differ in everything: script on, Marathi, a desk; script off, English, a phone. */
const opposites = everySetting.filter(
  ({ javaScriptEnabled, language, viewport }) =>
    javaScriptEnabled === (language === 'mr') && javaScriptEnabled === (viewport === desk),
)

/** The settings of the main road: two that differ in everything; `test:all` walks all eight. */
export const mainRoad: readonly Setting[] = isWhole ? everySetting : opposites

/** The setting of a side road, one of the two; `turn` says which: with a script in even turns. `test:all` walks all eight. */
export const sideRoad = (turn: number): readonly Setting[] => (isWhole ? everySetting : [opposites[turn % 2]!])

/** Those of them in which a script runs; what only a script does is looked at there. */
export const scripted = (settings: readonly Setting[]): readonly Setting[] =>
  settings.filter(({ javaScriptEnabled }) => javaScriptEnabled)

/** The same settings on one screen. */
export const onScreen = (viewport: Setting['viewport'], settings: readonly Setting[]): readonly Setting[] => [
  ...new Map(settings.map((setting) => ({ ...setting, viewport })).map((one) => [settingName(one), one])).values(),
]

/** Whether pages that look the same for several people are all gone through. */
export const isWholeMatrix = isWhole
