import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type FaultLog, inBackground, listen } from '#server/kernel/background.ts'
import type { Siblings } from '#server/kernel/siblings.ts'

/** What processes send each other. The parent passes on what one worker tells the others. */
type Message =
  | { kind: 'ready'; address: string; name: string }
  | { kind: 'told'; topic: string; value: unknown }
  | { kind: 'ask'; topic: string; question: number; from: number }
  | { kind: 'answer'; question: number; to: number; value: unknown }
  | { kind: 'asked'; question: number; others: number }
  | { kind: 'leave' }

/** The topic under which all learn that a process has ended, by its name. */
export const processEnded = 'process-ended'

/** Milliseconds that a process waits for the answers of the others. */
const answerWithin = 2000
/** The pauses, in ms, before a process that ended is replaced; the longest repeats. */
const pauses = [200, 1000, 5000, 20_000]
/** A process that served this long, in ms, had started well. */
const startedWell = 30_000
/** Milliseconds for a new process to get ready: it may have to apply migrations. */
const readyWithin = 120_000

const send = (worker: Worker, message: Message): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

type WorkersDeps = {
  count: number
  log: FaultLog & { info(details: object, message: string): void }
  /** Called once, when all processes serve. `address`: where they listen. */
  onReady(address: string): void
}

/**
 * The parent of `count` processes that serve one data folder: starts them one after another, the first of which migrates
 * and seeds, replaces one that ends, and passes on what they tell each other. Resolves with an exit code: when `stop`
 * has been called and all have ended, or when the first one refuses to start.
 */
export function runWorkers({ count, log, onReady }: WorkersDeps) {
  let isStopping = false
  let isRestarting = false
  let ended: (code: number) => void = () => {}
  const end = new Promise<number>((resolve) => {
    ended = resolve
  })
  /** Those that serve; a process that starts or leaves is not among them. */
  const serving = new Set<Worker>()
  /** How many have been started and do not serve yet. */
  let starting = 0
  let isReady = false

  const others = (from: Worker) => Object.values(cluster.workers ?? {}).filter((worker) => worker && worker !== from)

  function passOn(from: Worker, message: Message): void {
    if (message.kind === 'told' || message.kind === 'ask') {
      for (const worker of others(from)) send(worker!, message)
      if (message.kind === 'ask') send(from, { kind: 'asked', question: message.question, others: others(from).length })
    } else if (message.kind === 'answer') {
      const to = cluster.workers?.[message.to]
      if (to) send(to, message)
    }
  }

  /**
   * Starts a process and waits until it serves: `ready`. `refused`: it ended by itself and has said why; `killed`: something
   * else ended it, or it did not get ready in time.
   */
  async function start(): Promise<'ready' | 'refused' | 'killed'> {
    const worker = cluster.fork()
    starting++
    listen<Message>(worker, 'message', 'passing on a message', log, (message) => passOn(worker, message))
    const begun = await Promise.race([
      new Promise<{ address: string; name: string }>((resolve) => {
        worker.on('message', (message: Message) => message.kind === 'ready' && resolve(message))
      }),
      new Promise<{ code: number | null; signal: string | null }>((resolve) =>
        worker.once('exit', (code, signal) => resolve({ code, signal })),
      ),
      pause(readyWithin, 'late' as const, { ref: false }),
    ])
    starting--
    if (begun === 'late' || !('address' in begun)) {
      if (begun === 'late') worker.process.kill('SIGKILL')
      const how = begun === 'late' ? `was not ready within ${readyWithin / 1000} seconds` : 'ended before it served'
      if (!isStopping)
        log.error({ process: worker.process.pid, ...(begun === 'late' ? {} : begun) }, `a process ${how}`)
      return begun === 'late' || begun.signal !== null ? 'killed' : 'refused'
    }
    serving.add(worker)
    const servesSince = Date.now()
    worker.once('exit', (code, signal) => {
      const wasServing = serving.delete(worker)
      for (const other of others(worker)) send(other!, { kind: 'told', topic: processEnded, value: begun.name })
      if (isStopping || !wasServing) return
      log.error(
        { process: worker.process.pid, code, signal },
        'a process that served has ended: another one takes its place, and no acknowledged work is lost',
      )
      void inBackground('replacing a process', log, () => replace(Date.now() - servesSince > startedWell ? 0 : 1))
    })
    if (isStopping) worker.process.kill('SIGTERM')
    else if (!isReady && serving.size >= count) {
      isReady = true
      onReady(begun.address)
    }
    return 'ready'
  }

  async function replace(failures: number): Promise<void> {
    await pause(pauses[Math.min(failures, pauses.length - 1)])
    if (isStopping || serving.size + starting >= count) return
    if ((await start()) === 'ready') return
    if (isStopping) return
    log.error({ failures: failures + 1 }, 'a process did not start: see the lines before; it is tried again')
    await replace(failures + 1)
  }

  async function begin(): Promise<void> {
    while (!isStopping && serving.size + starting < count) {
      const how = await start()
      if (isStopping) return
      // Nobody serves, and the process has said what is wrong: the next one would say the same.
      if (how === 'refused' && serving.size === 0) {
        stop()
        return ended(1)
      }
      if (how !== 'ready') await replace(1)
    }
  }

  /** Lets every process finish what it does; then `end` resolves. */
  function stop(): void {
    isStopping = true
    const all = Object.values(cluster.workers ?? {})
    const gone = all.map((worker) => new Promise((resolve) => worker!.once('exit', resolve)))
    for (const worker of all) worker!.process.kill('SIGTERM')
    void Promise.all(gone).then(() => ended(0))
  }

  /**
   * Replaces each process by a new one, which reads the build and the settings afresh. Each old one leaves once its
   * successor serves, so there is always somebody to answer. If a new one does not start, the old ones stay.
   */
  async function restart(): Promise<void> {
    if (isRestarting || isStopping) return
    isRestarting = true
    try {
      for (const old of [...serving]) {
        if ((await start()) !== 'ready') {
          log.error({}, 'the restart stopped: a new process did not start, so the old ones go on; see the lines before')
          return
        }
        serving.delete(old)
        send(old, { kind: 'leave' })
      }
      log.info({ processes: serving.size }, 'every process has been replaced')
    } finally {
      isRestarting = false
    }
  }

  // Each process accepts for itself: what the parent handed to a process in the moment of its death nobody would answer or close.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  void inBackground('starting the processes', log, begin)
  return { end, stop, restart }
}

/** Is this process one of several, with a parent? */
export const isWorker = (): boolean => cluster.isWorker

/** This process's siblings, when it has a parent. */
export function siblingsOfWorker(log: FaultLog): Siblings {
  const own = cluster.worker!.id
  const listeners = new Map<string, ((value: unknown) => void)[]>()
  const answers = new Map<string, () => unknown>()
  const questions = new Map<number, { answered(value: unknown): void; expect(others: number): void }>()
  let lastQuestion = 0
  const tellParent = (message: Message) => {
    if (process.connected) process.send!(message, undefined, undefined, () => {})
  }
  listen<Message>(process, 'message', 'hearing a sibling', log, (message) => {
    if (message.kind === 'told') {
      for (const listener of listeners.get(message.topic) ?? [])
        void inBackground(message.topic, log, () => listener(message.value))
    } else if (message.kind === 'ask') {
      void inBackground(message.topic, log, async () => {
        const value = await answers.get(message.topic)?.()
        tellParent({ kind: 'answer', question: message.question, to: message.from, value })
      })
    } else if (message.kind === 'answer') {
      questions.get(message.question)?.answered(message.value)
    } else if (message.kind === 'asked') {
      questions.get(message.question)?.expect(message.others)
    }
  })
  return {
    name: randomUUID(),
    tell: (topic, value) => tellParent({ kind: 'told', topic, value }),
    onTold: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    answer: (topic, read) => void answers.set(topic, read),
    async gather(topic) {
      const question = ++lastQuestion
      const all = [await answers.get(topic)?.()]
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, answerWithin)
        let expected = Number.POSITIVE_INFINITY
        const check = () => {
          if (all.length < expected) return
          clearTimeout(timer)
          resolve()
        }
        questions.set(question, {
          answered(value) {
            all.push(value)
            check()
          },
          expect(others) {
            expected = 1 + others
            check()
          },
        })
        tellParent({ kind: 'ask', topic, question, from: own })
      })
      questions.delete(question)
      return all
    },
  }
}

/** Tells the parent that this process serves, and calls `leave` once another one has taken its place. */
export function reportReady(
  { address, name }: { address: string; name: string },
  log: FaultLog,
  leave: () => unknown,
): void {
  listen<Message>(process, 'message', 'leaving', log, (message) => (message.kind === 'leave' ? leave() : undefined))
  process.send!({ kind: 'ready', address, name } satisfies Message)
}
