// Runs one of the two allotment commands from the build; file names are relative to the folder in which npm was called.
// A missing build or a failure of the command exits with 2, because 1 would mean a broken promise.
import { existsSync } from 'node:fs'
import { continueUnderTestedNode, root } from './setup.mjs'

export async function run(name) {
  await continueUnderTestedNode()
  const built = `${root}/dist/server/allotment-commands.js`
  if (!existsSync(built)) {
    console.error('There is no build: run npm ci and npm run build first')
    process.exit(2)
  }
  try {
    const { command } = await import(built)
    const { code, lines } = command(name, process.argv.slice(2), process.env.INIT_CWD ?? root)
    for (const line of lines) (code === 0 ? console.log : console.error)(line)
    process.exitCode = code
  } catch (error) {
    console.error(error)
    process.exitCode = 2
  }
}
