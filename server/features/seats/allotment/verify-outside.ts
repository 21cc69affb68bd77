import rulebook from '../../../../docs/rules.md?raw'
import program from './verify.py?raw'

/** A chapter of the rulebook under its own title, by its number. */
function chapter(number: number): string {
  const from = rulebook.indexOf(`\n## ${number} `)
  const to = rulebook.indexOf(`\n## ${number + 1} `)
  return `${rulebook.slice(from + 1, to).trimEnd()}\n`
}

/**
 * A round is checked outside the portal by these two: a program for anybody's Python, and the rules and the format from
 * which it was written. Source: rules §14.11.
 */
export const verifyOutside = { program, format: chapter(14) }
