import path from 'node:path'
import { parseArgs } from 'node:util'
import { nearest } from '../server/kernel/nearest.mjs'

/**
 * The options and further words of a command line, or its first fault as one line; for `--help` what it takes, in one line. `options`: as
 * `parseArgs` takes them; `words`: how many further words there may be.
 */
export function readOptions(args, options = {}, words = 0) {
  const known = Object.keys(options)
  if (args.some((word) => word === '--help' || word === '-h')) return { help: helpOf(options, words) }
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
  const [only, ...more] = known.map((name) => `--${name}`)
  if (only === undefined) return 'there are no options'
  const meant = nearest(word.replace(/^-+/, '').replace(/=.*/, ''), known)
  const all = more.length === 0 ? `the only option is ${only}` : `the options are ${[only, ...more].join(', ')}`
  return meant ? `did you mean --${meant}? ${all[0].toUpperCase()}${all.slice(1)}` : all
}

/** What a command takes. */
function helpOf(options, words) {
  const all = Object.entries(options).map(
    ([name, { type, multiple }]) =>
      `--${name}${type === 'string' ? ' VALUE' : ''}${multiple ? ' (several times)' : ''}`,
  )
  const taken = all.length === 0 ? 'no options' : `${all.length === 1 ? 'the option' : 'the options'} ${all.join(', ')}`
  const more = words === 0 ? '' : words === 1 ? ', and one word more' : `, and up to ${words} words more`
  return `takes ${taken}${more}`
}

/**
 * The options and further words of this process's command line. Ends the process with a line if they are faulty, and if they ask what there
 * is.
 */
export function optionsOfScript(options = {}, words = 0, args = process.argv.slice(2)) {
  const read = readOptions(args, options, words)
  if ('help' in read) {
    console.log(`${path.basename(process.argv[1] ?? '')} ${read.help}`)
    process.exit(0)
  }
  if (!('fault' in read)) return read
  console.error(read.fault)
  process.exit(1)
}
