// Runs one of the two allotment commands from the build; file names are relative to the folder in which npm was called.
// A missing build or a failure of the command exits with 2, because 1 would mean a broken promise.
import { existsSync } from 'node:fs'
import { readOptions } from './options.mjs'
import { continueUnderTestedNode, root } from './setup.mjs'

const optionsOf = { allot: { out: { type: 'string' } }, 'verify-allotment': { result: { type: 'string' } } }

function refuse(line) {
  console.error(line)
  process.exitCode = 2
}

export async function run(name) {
  await continueUnderTestedNode()
  const text = { type: 'string' }
  const read = readOptions(process.argv.slice(2), { in: text, ...optionsOf[name] }, name === 'allot' ? 0 : 1)
  if ('help' in read) return console.log(`${name} ${read.help}`)
  if ('fault' in read) return refuse(`${name}: ${read.fault}`)
  const built = `${root}/dist/server/allotment-commands.js`
  if (!existsSync(built)) {
    console.error('There is no build: run npm ci and npm run build first')
    process.exit(2)
  }
  try {
    const given = Object.entries(read.values).flatMap(([option, value]) => [`--${option}`, value])
    if (given.length && read.words.length) return refuse(`${name}: give either files or the folder of a dossier`)
    const { command } = await import(built)
    const { code, lines } = command(name, [...given, ...read.words], process.env.INIT_CWD ?? root)
    for (const line of lines) (code === 0 ? console.log : console.error)(line)
    process.exitCode = code
  } catch (error) {
    console.error(error)
    process.exitCode = 2
  }
}
