/** What a thread is started from: its file as source, next to `at`, and next to the server's bundle once built. */
export type ThreadFiles = { at: string; source: string; built: string }

/**
 * How a thread is started. `at`: the address of the module that starts it. From source it needs a loader of TypeScript, which
 * takes most of its start; so the tests have a module of their own in place of this one (`tests/support/built-threads.ts`).
 */
export const threadStart = ({ at, source, built }: ThreadFiles): { filename: string; execArgv: string[] } =>
  at.endsWith('.ts')
    ? { filename: new URL(source, at).href, execArgv: ['--import', 'tsx'] }
    : { filename: new URL(built, at).href, execArgv: [] }
