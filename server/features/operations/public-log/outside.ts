import rulebook from '../../../../docs/rules.md?raw'
import check from './check.py?raw'
import sign from './sign.py?raw'
import program from './witness.py?raw'

const from = rulebook.indexOf('\n## 19 ')

/**
 * The log is watched from outside the portal by these: programs for anybody's Python, and the format from which they were
 * written. Source: rules §19.5.
 */
export const watchOutside = { program, check, sign, format: rulebook.slice(from + 1) }
