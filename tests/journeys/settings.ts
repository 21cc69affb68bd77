import { isWhole } from '#tests/support/extent.ts'
import { desk, everySetting, type Setting, settingName } from './server'

/** Two opposite settings: script, Marathi, a desktop; no script, English, a phone. */
const opposites = everySetting.filter(
  ({ javaScriptEnabled, language, viewport }) =>
    javaScriptEnabled === (language === 'mr') && javaScriptEnabled === (viewport === desk),
)

/** The settings of the main road: the two opposite ones, or all eight in `test:all`. */
export const mainRoad: readonly Setting[] = isWhole ? everySetting : opposites

/** The setting of a side road: one of the two, with a script if `turn` is even; or all eight in `test:all`. */
export const sideRoad = (turn: number): readonly Setting[] => (isWhole ? everySetting : [opposites[turn % 2]!])

/** The setting of a journey that only `test:all` takes, in all eight; none in `npm test`. */
export const whole: readonly Setting[] = isWhole ? everySetting : []

/** The settings with a script, for behaviour that only a script adds. */
export const scripted = (settings: readonly Setting[]): readonly Setting[] =>
  settings.filter(({ javaScriptEnabled }) => javaScriptEnabled)

/** The same settings on one screen. */
export const onScreen = (viewport: Setting['viewport'], settings: readonly Setting[]): readonly Setting[] => [
  ...new Map(settings.map((setting) => ({ ...setting, viewport })).map((one) => [settingName(one), one])).values(),
]
