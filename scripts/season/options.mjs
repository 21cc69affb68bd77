/** The options of `npm run season`; what each means: `run.ts`. */
export const options = Object.fromEntries(
  ['candidates', 'days', 'speed', 'seed', 'workers', 'pace', 'report', 'folder', 'hold'].map((name) => [
    name,
    /** @type {const} */ ({ type: 'string' }),
  ]),
)
