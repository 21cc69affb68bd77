import Database from 'better-sqlite3'
import { listen, readInput } from './baseline'

/** Answers with one row, by primary key, as JSON of the same size: no bearer, no derivation, no schema. */
const { headers, body, file } = readInput<{ headers: Record<string, string>; body: string; file: string }>()
const sqlite = new Database(file)
sqlite.pragma('journal_mode = WAL')
sqlite.exec('CREATE TABLE IF NOT EXISTS answers (id INTEGER PRIMARY KEY, answer TEXT NOT NULL) STRICT')
sqlite.prepare('INSERT OR REPLACE INTO answers (id, answer) VALUES (1, ?)').run(body)
const read = sqlite.prepare<[number], { answer: string }>('SELECT answer FROM answers WHERE id = ?')
await listen((app) => {
  app.post('/*', (_request, reply) => reply.headers(headers).send(JSON.parse(read.get(1)!.answer)))
})
