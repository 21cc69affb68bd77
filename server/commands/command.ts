import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Given, type Options, readOptions } from '#scripts/options.mjs'
import { type Config, readConfig } from '#server/config.ts'
import { faultInWords, Misconfigured } from '#server/process/misconfigured.ts'
import { withSecretFiles } from '#server/process/secret-files.ts'

/** A command: reads its options from the words that follow its name, and does its work. */
export type Command = (name: string, words: readonly string[]) => Promise<void>

export const text = { type: 'string' } as const
/** The option that names one course. */
export const ofCourse = { course: text } as const

/** A command that takes these options. Throws `Misconfigured` for any other. */
export const command =
  <const O extends Options>(options: O, work: (given: Given<O>) => Promise<void>): Command =>
  async (name, words) => {
    const read = readOptions(words, options)
    if ('help' in read) return say(`${name} ${read.help}`)
    if ('fault' in read) throw new Misconfigured(`${name}: ${read.fault}`)
    await work(read.values)
  }

/** The folder of the program: the sources are as deep in it as the build. */
export const root = path.resolve(import.meta.dirname, '../..')
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The version of the program, as an archive names it. */
export const softwareVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version

export function configuration(given: NodeJS.ProcessEnv = process.env): Config {
  const whole = withSecretFiles(given)
  const read = 'faults' in whole ? whole : readConfig(whole.environment)
  if ('faults' in read) throw new Misconfigured(read.faults.join('\n'))
  return read.config
}

/** The portals for a command: those of the configuration, or the one of `--course`. */
export function slugsAsked(config: Config, asked: string | undefined): string[] {
  const slugs = config.courses.filter((slug) => slug === (asked ?? slug))
  if (slugs.length === 0) throw new Misconfigured(`--course is wrong: no "${asked}"`)
  return slugs
}

/** Says which files of a backup or an archive have changed or are missing; the exit code becomes 1. */
export function sayFaults({ damaged, missing }: { damaged: readonly string[]; missing: readonly string[] }): void {
  for (const file of damaged) say(`  LEFT OUT: ${file} has changed since it was kept`)
  for (const file of missing) say(`  MISSING: ${file}, which the portal names`)
  if (damaged.length || missing.length) process.exitCode = 1
}

/** The path of a file that a command is to make. Throws `Misconfigured` at once if no folder is there for it. */
export function fileToMake(option: string, named: string): string {
  const file = path.resolve(named)
  if (!statSync(path.dirname(file), { throwIfNoEntry: false })?.isDirectory())
    throw new Misconfigured(`${option} is wrong: there is no folder ${path.dirname(file)}`)
  return file
}

/** Writes a file whole or not at all. */
export function writeWhole(file: string, text: string): void {
  const partial = `${file}.partial`
  try {
    writeFileSync(partial, text)
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

/** Runs a command's work; reports a fault of a course's folders in one line. */
export function orMisconfigured<T>(slug: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Misconfigured(`${slug}: ${faultInWords(error) ?? (error instanceof Error ? error.message : error)}`)
  }
}
