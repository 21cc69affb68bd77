import Database from 'better-sqlite3'
import { listen, readInput } from './baseline'

/**
 * Parses the same body and commits the same rows, flushed to the disk: 300 choices, their form, a line of the history.
 * No bearer, no rule, no version, no schema.
 */
const { headers, body, file } = readInput<{ headers: Record<string, string>; body: string; file: string }>()
const sqlite = new Database(file)
sqlite.pragma('journal_mode = WAL')
sqlite.pragma('synchronous = FULL')
sqlite.exec(`
  CREATE TABLE IF NOT EXISTS forms (candidate INTEGER PRIMARY KEY, version INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS choices (candidate INTEGER NOT NULL, position INTEGER NOT NULL, code TEXT NOT NULL,
    PRIMARY KEY (candidate, position)) STRICT;
  CREATE TABLE IF NOT EXISTS history (id INTEGER PRIMARY KEY, candidate INTEGER NOT NULL, choices TEXT NOT NULL) STRICT`)
const form = sqlite.prepare('INSERT OR REPLACE INTO forms (candidate, version) VALUES (?, ?)')
const forget = sqlite.prepare('DELETE FROM choices WHERE candidate = ?')
const choose = sqlite.prepare('INSERT INTO choices (candidate, position, code) VALUES (?, ?, ?)')
const note = sqlite.prepare('INSERT INTO history (candidate, choices) VALUES (?, ?)')
const save = sqlite.transaction((candidate: number, version: number, choices: string[]) => {
  form.run(candidate, version)
  forget.run(candidate)
  choices.forEach((code, place) => {
    choose.run(candidate, place + 1, code)
  })
  note.run(candidate, choices.join(','))
})
const answer = JSON.parse(body)
let turn = 0
await listen((app) => {
  app.put<{ Body: { version: number; choices: string[] } }>('/*', (request, reply) => {
    // As many candidates as the product has connections.
    turn = (turn + 1) % 10
    save(turn, request.body.version, request.body.choices)
    return reply.headers(headers).send(answer)
  })
})
