import { randomBytes } from 'node:crypto'
import type { Database } from '#db/client.ts'
import type { Clock } from '#server/adapters/clock.ts'
import type { LogFiles, LogKey, LogKeys } from '#server/adapters/log-files.ts'
import {
  bundleOf,
  checkpointFile,
  entriesIn,
  isLogFile,
  joined,
  tileFile,
  tilesOf,
  tileWidth,
} from '#server/domain/log/files.ts'
import {
  type LeafFacts,
  type LeafKind,
  leafBytes,
  type PublicEntry,
  publishingActs,
  readLeaf,
  rotationText,
} from '#server/domain/log/leaf.ts'
import type { LetterKey } from '#server/domain/log/letter.ts'
import {
  type Checkpoint,
  checkpointText,
  keyIdOf,
  readCheckpoint,
  readNote,
  signatureKinds,
  toBase64,
  writtenKey,
  writtenNote,
} from '#server/domain/log/note.ts'
import { createTree, isSame, leafHash, rootFrom } from '#server/domain/log/tree.ts'
import type { NumberedLeaf } from '#server/domain/log/witness.ts'
import type { Audit } from '#server/features/operations/audit/service.ts'
import type { Log } from '#server/kernel/background.ts'
import { publishedFacts } from './published'
import type { PublicLog, PublicLogStore } from './store'

type PublicLogDeps = {
  db: Database
  store: PublicLogStore
  files: LogFiles
  /** Null in an archive, in which nothing is published any more. */
  keys: LogKeys | null
  clock: Clock
  audit: Pick<Audit, 'onRecorded'>
  /** What the name of a new log begins with: the address of its files without the scheme. */
  prefix: string
  /** The tags of the portal's epochs, in order. */
  epochs: readonly string[]
  /** The values with which the season began. */
  season(): Readonly<Record<string, unknown>>
  log: Pick<Log, 'warn'>
}

/** The database and the files of the log contradict each other: to go on would show two histories. */
export class ForkedLog extends Error {}

/** A published entry with what proves it. `proof`: base64, the nearest first. `changedBy`: the number of its first later entry. */
export type ProvenLeaf = {
  number: number
  kind: LeafKind
  at: number
  loggedAt: number
  changedBy: number | null
}

/**
 * An entry as it stands now. `unproven`: it does not lead to the signed head. `changed`: a later entry changes it.
 * `withdrawn`: a later one says that it is gone. `differs`: what is public is not what was published, and no entry says so.
 */
export type CheckedLeaf = {
  leaf: NumberedLeaf
  state: 'unchanged' | 'changed' | 'withdrawn' | 'differs' | 'unproven'
  /** The number of the newest later entry of the same subject. */
  changedBy: number | null
}

const utf8 = new TextEncoder()
const iso = (at: number) => new Date(at).toISOString()
/** A machine's clock may be set right by this much, in ms, without a word. */
const smallStep = 60_000

/** Entries about the log itself: no publication stands behind them. */
const ownKinds: readonly LeafKind[] = ['log', 'epoch', 'key', 'clock']

/**
 * The public log: each publication is an entry of a Merkle tree that only grows, in files that anybody may copy. An entry is
 * written in the transaction of its publication, and its files before that is committed. The portal says only what has become
 * public (`settle`, before each commit of such an act); it compares everything public with what the log has said last.
 * Source: rules §19.
 * Long: all of it works on one tree in memory, and a third is the list of what it answers.
 */
export function createPublicLog(deps: PublicLogDeps) {
  const { db, store, files, keys, clock } = deps
  const epochTag = deps.epochs.at(-1)!
  let tree = createTree()
  /** What the log has said last of each subject. */
  let said = new Map<string, string>()
  let lastLogged = 0
  let isTold = false

  const keyLine = (origin: string, { publicKey }: LogKey) =>
    writtenKey({ name: origin, kind: signatureKinds.log, publicKey })

  function signed(origin: string, by: readonly LogKey[]): string {
    const text = checkpointText({ origin, size: tree.size(), root: tree.root() })
    const signatures = by.map((key) => ({
      name: origin,
      keyId: keyIdOf({ name: origin, kind: signatureKinds.log, publicKey: key.publicKey }),
      signature: key.sign(utf8.encode(text)),
    }))
    return writtenNote({ text, signatures })
  }

  /** The log that the files show, and its signed head; null if they show none that can be read. */
  function shown(): (Checkpoint & { checkpoint: string }) | null {
    const checkpoint = new TextDecoder().decode(files.read(checkpointFile) ?? new Uint8Array())
    const head = readCheckpoint(readNote(checkpoint)?.text ?? '')
    return head && { ...head, checkpoint }
  }

  /** The entries that the files hold from a number on; null if they do not lead to the root that they are signed for. */
  function entriesShown(from: number, { size, root }: Checkpoint): Uint8Array[] | null {
    const entries: Uint8Array[] = []
    for (let index = Math.floor(from / tileWidth); index * tileWidth < size; index++) {
      const width = Math.min(tileWidth, size - index * tileWidth)
      const read = entriesIn(files.read(tileFile('entries', index, width)) ?? new Uint8Array(), width)
      if (!read) return null
      entries.push(...read.slice(Math.max(0, from - index * tileWidth)))
    }
    const known = tilesOf(from).filter(({ level }) => level === 0)
    const hashes = known.flatMap(({ index, width }) => tree.tile(0, index, width))
    return isSame(createTree([...hashes, ...entries.map(leafHash)]).root(), root) ? entries : null
  }

  function keep(log: PublicLog, leaf: Uint8Array, subject: string, state: string): void {
    store.add(log.id, { number: tree.size(), subject, state, leaf: Buffer.from(leaf) })
    tree.append(leafHash(leaf))
    said.set(subject, state)
  }

  /** Appends an entry; its time never runs back without an entry that says so. */
  function append(log: PublicLog, kind: LeafKind, subject: string, at: number, facts: LeafFacts, state = ''): void {
    const now = clock.real()
    if (now < lastLogged - smallStep && kind !== 'clock') {
      const before = lastLogged
      lastLogged = now
      append(log, 'clock', 'clock', now, { before: iso(before), now: iso(now) })
    }
    lastLogged = Math.max(lastLogged, now)
    keep(log, leafBytes({ kind, subject, at: iso(at), logged: iso(lastLogged), facts }), subject, state)
  }

  function forget(): void {
    tree = createTree()
    said = new Map()
    lastLogged = 0
  }

  /** Takes in what another process has appended, and what was shown before a commit that never came. */
  function catchUp(log: PublicLog): void {
    const kept = store.size(log.id)
    if (kept < tree.size()) forget()
    const others = store.leavesFrom(log.id, tree.size())
    for (const { leaf, subject, state } of others) {
      tree.append(leafHash(leaf))
      said.set(subject, state)
    }
    const newest = others.at(-1)
    if (newest) lastLogged = Date.parse(readLeaf(newest.leaf)!.logged)
    const there = shown()
    if (there?.origin !== log.origin) return
    if (there.size <= kept) {
      if (!isSame(tree.root(there.size), there.root)) throw forked(log)
      return
    }
    const entries = entriesShown(kept, there)
    if (!entries) throw forked(log)
    for (const entry of entries) {
      const { kind, subject, logged, facts } = readLeaf(entry)!
      keep(log, entry, subject, ownKinds.includes(kind) ? '' : 'shown before its commit')
      lastLogged = Date.parse(logged)
      if (kind === 'key') store.change(log.id, { verifierKey: facts.verifierKey as string })
    }
    store.change(log.id, { checkpoint: there.checkpoint })
  }

  const forked = ({ origin }: PublicLog) =>
    new ForkedLog(
      `the public log ${origin} in the database is not the one in the folder public-log: put back the database that belongs to it (npm run restore), or, if the files were changed, those of a mirror`,
    )

  /** Writes the files that have changed since the log had `before` entries, the signed head last. */
  function show(log: PublicLog, before: number, by: readonly LogKey[]): void {
    const size = tree.size()
    const first = Math.floor(before / tileWidth)
    const leaves = store.leavesFrom(log.id, first * tileWidth).map(({ leaf }) => leaf)
    const outgrown: string[] = []
    for (const { level, index, width } of tilesOf(size)) {
      if (index < Math.floor(before / tileWidth ** (level + 1))) continue
      if (level === 0) {
        const bundle = leaves.slice((index - first) * tileWidth, (index - first) * tileWidth + width)
        replace(tileFile('entries', index, width), bundleOf(bundle))
      }
      replace(tileFile(level, index, width), joined(tree.tile(level, index, width)))
      if (width === tileWidth) {
        outgrown.push(`${tileFile(level, index, width)}.p`)
        if (level === 0) outgrown.push(`${tileFile('entries', index, width)}.p`)
      }
    }
    const checkpoint = by.length ? signed(log.origin, by) : log.checkpoint
    if (by.length) {
      store.change(log.id, { checkpoint })
      files.note({ origin: log.origin, size })
    }
    replace(checkpointFile, utf8.encode(checkpoint))
    // The head before needs them until this moment.
    for (const name of outgrown) files.remove(name)
  }

  function replace(name: string, content: Uint8Array): void {
    const known = files.read(name)
    if (!known || !isSame(known, content)) files.write(name, content)
  }

  /** Appends what is public and not said yet. Source: rules §19.1. */
  function sayNews(log: PublicLog): void {
    const now = clock.portal()
    const facts = publishedFacts(store.published(), deps.season(), now)
    for (const { kind, subject, at, state, facts: body } of facts)
      if (said.get(subject) !== state) append(log, kind, subject, at || now, body, state)
    const there = new Set(facts.map(({ subject }) => subject))
    for (const [subject, state] of said)
      if (!there.has(subject) && state !== '' && state !== 'withdrawn')
        append(log, 'withdrawn', subject, now, {}, 'withdrawn')
  }

  /** A new log; `before`: the one that cannot go on. */
  function beginAnew(before: PublicLog | null): PublicLog {
    // Another name each time: one that was shown and never committed is not said twice.
    const origin = `${deps.prefix}/${randomBytes(4).toString('hex')}`
    const previous = before && { origin: before.origin, size: store.size(before.id), root: toBase64(tree.root()) }
    forget()
    files.remove('tile')
    const verifierKey = keyLine(origin, keys!.current)
    const log = store.begin({ origin, verifierKey, epochTag, checkpoint: '' })
    append(log, 'log', 'log', clock.portal(), { origin, verifierKey, ...(previous && { previous }) })
    return log
  }

  /** The log of the portal, begun or gone on with. */
  function resumed(): { log: PublicLog; by: LogKey[] } {
    const known = store.current()
    const { current, earlier, isNew } = keys!
    if (!known) return { log: beginAnew(null), by: [current] }
    const kept = store.size(known.id)
    catchUp(known)
    const { verifierKey: knownKey } = store.current()!
    const there = shown()
    // What this folder has shown itself goes on. A copy from elsewhere may be behind it, and nobody here can tell.
    const noted = files.noted()
    const isShown = there?.origin === known.origin && there.size >= kept
    const isOwn = noted !== null && noted.origin === there?.origin && noted.size === there.size
    const isLost = known.epochTag !== epochTag && !(isShown && isOwn)
    const signer = [current, ...earlier].find((key) => keyLine(known.origin, key) === knownKey)
    if (isLost || (!signer && isNew)) {
      deps.log.warn(
        { origin: known.origin },
        'the public log cannot go on after this restore: another one has begun, and says so',
      )
      return { log: beginAnew(known), by: [current] }
    }
    if (!signer)
      throw new ForkedLog(
        `the key of the public log ${known.origin} has changed: set LOG_KEY_PREVIOUS to the one before, so that it can sign the change`,
      )
    let log = { ...known, verifierKey: knownKey }
    if (log.epochTag !== epochTag) {
      append(log, 'epoch', 'epoch', clock.portal(), { epoch: deps.epochs.length })
      log = { ...log, epochTag }
    }
    const verifierKey = keyLine(log.origin, current)
    if (log.verifierKey !== verifierKey) {
      const signature = toBase64(signer.sign(utf8.encode(rotationText(log.origin, verifierKey))))
      append(log, 'key', 'key', clock.portal(), { verifierKey, signature })
      log = { ...log, verifierKey }
    }
    store.change(log.id, { epochTag: log.epochTag, verifierKey: log.verifierKey })
    return { log, by: signer === current ? [current] : [current, signer] }
  }

  /** Opens the log, makes its files right, and says what is public and was not said. */
  function open(): void {
    if (!keys) {
      const log = store.current()
      if (!log) return
      for (const { leaf } of store.leavesFrom(log.id, 0)) tree.append(leafHash(leaf))
      show(log, 0, [])
      return
    }
    db.transact(() => {
      const { log, by } = resumed()
      sayNews(log)
      show(log, 0, by)
    })
    db.onCommitting(() => {
      if (isTold) settle()
    })
    deps.audit.onRecorded((act) => {
      isTold ||= publishingActs.has(act)
    })
  }

  /** Another process, started with another key, may have changed that of the log: what this one signs would count as misused. */
  function refuseIfReplaced({ origin, verifierKey }: PublicLog, { current }: LogKeys): void {
    if (keyLine(origin, current) !== verifierKey)
      throw new ForkedLog(
        `the key of the public log ${origin} was changed by another process: restart the portal, so that all of it has the new one`,
      )
  }

  /** Says what is public and was not said; joins the caller's transaction. */
  function settle(): void {
    if (!keys) return
    isTold = false
    try {
      db.transact(() => {
        catchUp(store.current()!)
        const log = store.current()!
        refuseIfReplaced(log, keys)
        const before = tree.size()
        sayNews(log)
        if (tree.size() > before || shown()?.size !== before)
          show(log, Math.min(before, shown()?.size ?? 0), [keys.current])
      })
    } catch (error) {
      // The entries of this attempt are taken back, and another process may write others in their places.
      forget()
      throw error
    }
  }

  function found(subject: string): ProvenLeaf | null {
    const log = store.current()
    const [first, next] = log ? store.ofSubject(log.id, subject) : []
    const leaf = first && readLeaf(first.leaf)
    if (!first || !leaf) return null
    return {
      number: first.number,
      kind: leaf.kind,
      at: Date.parse(leaf.at),
      loggedAt: Date.parse(leaf.logged),
      changedBy: next?.number ?? null,
    }
  }

  function entryFor(subject: string): PublicEntry | null {
    const entry = found(subject)
    return entry && { number: entry.number, subject }
  }

  /** Does an entry lead to the head that is signed for it? */
  function isProven(log: PublicLog, number: number, bytes: Uint8Array): boolean {
    const head = readCheckpoint(readNote(log.checkpoint)?.text ?? '')
    if (!head || number >= head.size || head.size > tree.size()) return false
    const root = rootFrom(leafHash(bytes), number, head.size, tree.proof(number, head.size))
    return root !== null && isSame(root, head.root)
  }

  /** An entry compared, at this moment, with the signed head and with what the portal shows; null if there is none of this number. */
  function checked(number: number): CheckedLeaf | null {
    const log = store.current()
    const bytes = log && store.leaf(log.id, number)?.leaf
    const leaf = bytes && readLeaf(bytes)
    if (!log || !leaf) return null
    db.transact(() => catchUp(log))
    const { subject, kind } = leaf
    const newest = store.ofSubject(log.id, subject).at(-1)!
    const changedBy = newest.number > number && !ownKinds.includes(kind) ? newest.number : null
    const shownNow = publishedFacts(store.published(), deps.season(), clock.portal()).find(
      (fact) => fact.subject === subject,
    )
    const state = !isProven(store.current()!, number, bytes)
      ? 'unproven'
      : changedBy !== null
        ? newest.state === 'withdrawn'
          ? 'withdrawn'
          : 'changed'
        : ownKinds.includes(kind) || kind === 'withdrawn' || shownNow?.state === newest.state
          ? 'unchanged'
          : 'differs'
    return { leaf: { ...leaf, number }, state, changedBy }
  }

  /** The newest head, with everything that other processes have appended; null where there is no log. Joins the caller's transaction. */
  function head(): (Checkpoint & { logId: number; checkpoint: string; loggedAt: number }) | null {
    const log = store.current()
    if (!log) return null
    db.transact(() => catchUp(log))
    const { checkpoint } = store.current()!
    const head = readCheckpoint(readNote(checkpoint)?.text ?? '')
    return head && { ...head, logId: log.id, checkpoint, loggedAt: lastLogged }
  }

  open()
  return {
    settle,
    checked,
    /** The bytes of a published file; null if there is none of this name. */
    file: (name: string): Uint8Array | null => (isLogFile(name) ? files.read(name) : null),
    head,
    /** The newest entries, the newest first. */
    newest(count: number): NumberedLeaf[] {
      const log = store.current()
      return log ? store.newest(log.id, count).map(({ number, leaf }) => ({ ...readLeaf(leaf)!, number })) : []
    },
    /** The first entry of a subject (`merit-list:3`); null if nothing was said of it. */
    find: found,
    /** The entry of the run that allotted a published round. */
    findRound(round: number): ProvenLeaf | null {
      const run = store.runOf(round)
      return run === null ? null : found(`allotment:${run}`)
    },
    /** The same for a paper that names its entry. */
    entryOf: entryFor,
    entryOfRound(round: number): PublicEntry | null {
      const run = store.runOf(round)
      return run === null ? null : entryFor(`allotment:${run}`)
    },
    /** The newest entry of a kind. */
    newestOf(kind: LeafKind): PublicEntry | null {
      const log = store.current()
      return (log && store.newestOf(log.id, `${kind}:`)) ?? null
    },
    /** The proof of an entry in the newest checkpoint, as text (`c2sp.org/tlog-proof`); null if there is no such entry. Source: rules §19.4. */
    proofOf(number: number): string | null {
      const log = store.current()
      if (log) db.transact(() => catchUp(log))
      if (!log || number >= tree.size()) return null
      const path = tree.proof(number, tree.size()).map((hash) => `${toBase64(hash)}\n`)
      return `c2sp.org/tlog-proof@v1\nindex ${number}\n${path.join('')}\n${store.current()!.checkpoint}`
    },
    /** What signs in the name of the portal now; null in an archive. Throws `ForkedLog` where the key was replaced. */
    signer() {
      const log = store.current()
      if (!log || !keys) return null
      refuseIfReplaced(log, keys)
      const { publicKey, sign } = keys.current
      return { key: { name: log.origin, kind: signatureKinds.log, publicKey }, sign }
    },
    /** Every key that has signed in the name of the portal, in all its logs, with the time in which it was the portal's. */
    keys(): LetterKey[] {
      const all: LetterKey[] = []
      for (const { kind, facts, logged } of store.keyLeaves().map(({ leaf }) => readLeaf(leaf)!)) {
        const at = Date.parse(logged)
        // The clock was ahead when a later time was written; what a key has signed since then holds.
        if (kind === 'clock') for (const key of all) key.from = Math.min(key.from, at)
        else {
          if (all.length) all.at(-1)!.until = at
          all.push({ verifierKey: String(facts.verifierKey), from: at, until: null })
        }
      }
      return all
    },
    /** Its name, its key and how many entries it has; null in an archive without one. */
    standing(): { origin: string; verifierKey: string; size: number } | null {
      const log = store.current()
      return log && { origin: log.origin, verifierKey: log.verifierKey, size: store.size(log.id) }
    },
  }
}

export type PublicLogService = ReturnType<typeof createPublicLog>
