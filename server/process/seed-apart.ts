import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Config } from '#server/config.ts'
import { Misconfigured } from './misconfigured'

/** The build's file of all commands. From source only Vite can load them, and it loads none into a thread. */
const commands = new URL('./main.js', import.meta.url)
const isBuilt = import.meta.url.endsWith('.js')

/** Is it worth while to make the demos of these courses side by side? On one core it would only take more memory. */
export const seedsApart = (courses: readonly unknown[]): boolean =>
  isBuilt && courses.length > 1 && availableParallelism() > 1

/**
 * Runs the command `seed` for each course in a thread of its own, because courses share neither database nor writer. If
 * one fails, all end, and its fault is thrown. The threads end with the process. `words`: options of the command.
 */
export async function seedApart(
  { dataDir }: Config,
  slugs: readonly string[],
  words: readonly string[],
): Promise<void> {
  const said = new Set<string>()
  const threads = slugs.map(
    (slug) =>
      new Worker(commands, {
        argv: ['seed', ...words],
        env: { ...process.env, COURSES: slug, DATA_DIR: dataDir },
        stdout: true,
      }),
  )
  try {
    await Promise.all(threads.map((thread) => endOf(thread, said)))
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}

/** Waits until a thread has done its work. Repeats its lines on the output, but for those that are `said`. */
function endOf(thread: Worker, said: Set<string>): Promise<void> {
  thread.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split(/(?<=\n)/).filter((one) => !said.has(one))) {
      said.add(line)
      process.stdout.write(line)
    }
  })
  return new Promise((resolve, reject) => {
    thread.once('error', (error) => reject(new Misconfigured(error.message)))
    thread.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Misconfigured('a demo was not made: its thread has ended')),
    )
  })
}
