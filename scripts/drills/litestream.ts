import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * The program: npm has it for Linux on x64, elsewhere it is the one on the path. It is for drills only: a machine in service
 * has its own.
 */
const packaged = (): string => {
  const { resolve } = createRequire(import.meta.url)
  try {
    return path.join(
      path.dirname(resolve(`@flydotio/litestream-${process.platform}-${process.arch}/package.json`)),
      'litestream',
    )
  } catch {
    return 'litestream'
  }
}

/**
 * Litestream beside the database of a folder, with the settings that are shipped, and its copy in another folder. `program`: the
 * file to run.
 */
export function litestreamOf(folder: string, replica: string, program = packaged()) {
  const shipped = readFileSync('packaging/litestream/litestream.yml', 'utf8')
  const config = path.join(replica, 'litestream.yml')
  writeFileSync(
    config,
    shipped
      .replaceAll('/var/lib/pravesh', folder)
      .replace(/type: s3\n +endpoint: .*\n +bucket: .*\n +path: (.*)/g, `type: file\n        path: ${replica}/$1`)
      // The drill has one course.
      .replace(/ {2}- path: [^\n]*\/scd\/portal\.db[\s\S]*$/, ''),
  )
  const database = path.join(folder, 'mbale', 'portal.db')
  let child: ChildProcess | null = null
  let said = ''
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    log: () => said,
    start(): void {
      child = spawn(program, ['replicate', '-config', config], { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk: Buffer) => {
          said += chunk
        })
    },
    kill: (): void => void child?.kill('SIGKILL'),
    isRunning: (): boolean => child !== null && child.exitCode === null && child.signalCode === null,
    /** Brings the copy back into a file. */
    restore: (to: string): void =>
      void execFileSync(program, ['restore', '-config', config, '-o', to, database], { stdio: 'pipe' }),
  }
}
