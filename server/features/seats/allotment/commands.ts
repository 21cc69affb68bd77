import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkInput } from '#server/domain/allotment/check.ts'
import { brokenIn, parse, verifyDossier } from '#server/domain/allotment-dossier/dossier.ts'
import type { Breach } from '#server/domain/allotment-verifier/breach.ts'
import type { AllotmentInput } from '#server/domain/terms/allotment-format.ts'
import { allot } from './allot'
import { hashOf } from './verify'

/**
 * The outcome of a command. Code 0: all is well; 1: a promise is broken; 2: the input is bad. `lines`: what to print.
 */
type Ending = { code: 0 | 1 | 2; lines: string[] }

/** An input too bad to judge; one line for each fault. */
class BadInput extends Error {
  constructor(readonly lines: string[]) {
    super(lines.join('\n'))
  }
}

/** `allot --in FILE --out FILE`, `verify-allotment --in FILE --result FILE`, `verify-allotment DOSSIER`. */
export function command(name: 'allot' | 'verify-allotment', words: readonly string[], folder: string): Ending {
  const file = (option: string): string | null => {
    const named = words.includes(option) ? words[words.indexOf(option) + 1] : undefined
    return named === undefined ? null : path.resolve(folder, named)
  }
  const [input, output, result] = [file('--in'), file('--out'), file('--result')]
  if (name === 'allot') {
    return input && output ? allotFile({ input, output }) : { code: 2, lines: ['allot needs --in FILE and --out FILE'] }
  }
  if (input && result) return verifyFiles({ input, result })
  if (words.length === 1) return verifyDossierIn(path.resolve(folder, words[0]!))
  return { code: 2, lines: ['verify-allotment needs --in FILE and --result FILE, or the folder of a dossier'] }
}

/** Runs the engine on a file in the format of the dossier, and writes its result to another. Source: rules §14.10. */
const allotFile = (files: { input: string; output: string }): Ending =>
  ending(() => {
    const input = readInput(files.input)
    const result = allot(input)
    write(files.output, `${JSON.stringify(result)}\n`)
    const { allotments } = result
    return {
      code: 0,
      lines: [`${allotments.length} of ${input.candidates.length} candidates have a seat: ${files.output}`],
    }
  })

/** Checks a result against the input that it claims to come from. */
const verifyFiles = (files: { input: string; result: string }): Ending =>
  ending(() => verdict(brokenIn(readInput(files.input), parse(read(files.result)), hashOf)))

const verifyDossierIn = (folder: string): Ending =>
  ending(() => {
    const text = (file: string) => read(path.join(folder, `${file}.json`))
    const found = verifyDossier({ input: text('input'), result: text('result'), manifest: text('manifest') }, hashOf)
    if (found.state === 'unusable') {
      throw new BadInput(found.faults.map(({ file, ...fault }) => lineOf(path.join(folder, `${file}.json`), fault)))
    }
    return verdict(found.state === 'broken' ? found.breaches : [])
  })

const verdict = (broken: readonly Breach[]): Ending =>
  broken.length === 0
    ? { code: 0, lines: ['All promises hold'] }
    : { code: 1, lines: broken.map(({ promise, path: place, says }) => `BROKEN ${promise}: ${place} ${says}`) }

function ending(command: () => Ending): Ending {
  try {
    return command()
  } catch (error) {
    if (error instanceof BadInput) return { code: 2, lines: error.lines }
    throw error
  }
}

/** A sound input, or every fault in it, each with its JSON path. */
function readInput(file: string): AllotmentInput {
  const parsed = parse(read(file))
  if ('fault' in parsed) throw new BadInput([lineOf(file, parsed.fault)])
  const checked = checkInput(parsed.value)
  if (!checked.isSound) throw new BadInput(checked.faults.map(({ path, fault }) => lineOf(file, { path, says: fault })))
  return checked.input
}

const lineOf = (file: string, { path, says }: { path: string; says: string }): string => `${file}: ${path} ${says}`

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new BadInput([`${file}: cannot be read: ${(error as Error).message}`])
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new BadInput([`${file}: cannot be written: ${(error as Error).message}`])
  }
}
