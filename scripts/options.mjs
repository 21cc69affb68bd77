import { parseArgs } from 'node:util'
import { nearest } from '../server/kernel/nearest.mjs'

/**
 * The options and further words of a command line, or its first fault as one line. `options`: as `parseArgs` takes them; `words`: how many
 * further words there may be.
 */
export function readOptions(args, options = {}, words = 0) {
  const known = Object.keys(options)
  try {
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true })
    const given = tokens.filter(({ kind }) => kind === 'option').map(({ name }) => name)
    const twice = given.find((name, at) => !options[name].multiple && given.indexOf(name) !== at)
    if (twice !== undefined) return { fault: `--${twice} is there twice` }
    const empty = known.find((name) => [values[name]].flat().includes(''))
    if (empty !== undefined) return { fault: `--${empty} has no value` }
    if (positionals.length > words)
      return { fault: `"${positionals[words]}" is one word too many: ${offer(known, '')}` }
    return { values, words: positionals }
  } catch (error) {
    return { fault: faultOf(error, args, known, options) }
  }
}

function faultOf(error, args, known, options) {
  const nameOf = (word) => /^--([^=]+)/.exec(word)?.[1]
  const unknown = args.find((word) => /^-[^-]/.test(word) || (nameOf(word) && !known.includes(nameOf(word))))
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && unknown !== undefined)
    return `${unknown.replace(/=.*/, '')} is not known: ${offer(known, unknown)}`
  const without = args.findIndex((word, at) => {
    const name = nameOf(word)
    const next = args[at + 1]
    return options[name]?.type === 'string' && !word.includes('=') && (next === undefined || next.startsWith('-'))
  })
  if (without >= 0) {
    const [name, next] = [args[without], args[without + 1]]
    return next === undefined ? `${name} has no value` : `${name} has no value: write ${name}=${next} if that is one`
  }
  const beside = args.find((word) => options[nameOf(word)]?.type === 'boolean' && word.includes('='))
  return beside === undefined ? error.message : `${beside.replace(/=.*/, '')} takes no value`
}

/** The nearest known option, and all of them. */
function offer(known, word) {
  if (known.length === 0) return 'there are no options'
  const bare = word.replace(/^-+/, '').replace(/=.*/, '')
  const meant = nearest(bare, known)
  const all = known.map((name) => `--${name}`).join(', ')
  return meant ? `did you mean --${meant}? There are ${all}` : `there are ${all}`
}

/** The options and further words of this process's command line. Ends the process with a line if they are faulty. */
export function optionsOfScript(options = {}, words = 0, args = process.argv.slice(2)) {
  const read = readOptions(args, options, words)
  if (!('fault' in read)) return read
  console.error(read.fault)
  process.exit(1)
}
