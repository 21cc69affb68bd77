import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Piscina as Threads } from 'piscina'

// By its path, because the tests have this module in place of the package.
const { Piscina: Pool } = createRequire(import.meta.url)('piscina') as typeof import('piscina')

type Options = NonNullable<ConstructorParameters<typeof Threads>[0]>
type Run = Parameters<Threads['run']>

/** Threads that nobody uses, by what they were started from and with. */
const idle = new Map<string, Threads[]>()
/** How long, in ms, they then wait for another owner. */
const idleTimeout = 30_000
/** How long, in ms, a thread that is left has for the end of its work, such as closing a database. */
const toFinish = 100

/**
 * In place of Piscina: threads that are destroyed while they do nothing go to the next owner who starts the same. They keep
 * their fonts and compiled code, which cost more than most of their work. Each has one owner at a time; threads that failed,
 * or are left at work, end as before.
 */
export class Piscina<Task = unknown, Outcome = unknown> extends EventEmitter {
  readonly #options: Options
  readonly #key: string
  readonly #running = new Set<Promise<unknown>>()
  #pool: Threads | undefined
  #hasFailed = false

  constructor(options: Options = {}) {
    super()
    this.#options = { ...options, idleTimeout: Math.max(options.idleTimeout ?? 0, idleTimeout) }
    this.#key = JSON.stringify(this.#options)
  }

  readonly #failed = (error: unknown): void => {
    this.#hasFailed = true
    this.emit('error', error)
  }

  async run(task: Task, options?: Run[1]): Promise<Outcome> {
    if (!this.#pool) {
      this.#pool = idle.get(this.#key)?.pop() ?? new Pool(this.#options)
      this.#pool.on('error', this.#failed)
    }
    const running = this.#pool.run(task, options)
    this.#running.add(running)
    try {
      return (await running) as Outcome
    } finally {
      this.#running.delete(running)
    }
  }

  async destroy(): Promise<void> {
    const pool = this.#pool
    if (!pool) return
    this.#pool = undefined
    if (this.#running.size > 0) await Promise.race([Promise.allSettled(this.#running), pause(toFinish)])
    pool.off('error', this.#failed)
    if (this.#hasFailed || this.#running.size > 0) return pool.destroy()
    idle.set(this.#key, [...(idle.get(this.#key) ?? []), pool])
  }
}
