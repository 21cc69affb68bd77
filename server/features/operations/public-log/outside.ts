import rulebook from '../../../../docs/rules.md?raw'
import program from './witness.py?raw'

const from = rulebook.indexOf('\n## 19 ')

/**
 * The log is watched from outside the portal by these two: a program for anybody's Python, and the format from which it was
 * written. Source: rules §19.5.
 */
export const watchOutside = { program, format: rulebook.slice(from + 1) }
