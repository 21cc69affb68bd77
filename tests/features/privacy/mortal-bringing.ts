import { asideStore } from '#server/features/privacy/privacy/aside-store.ts'
import { mortalDatabase } from '#tests/support/mortal.ts'

/** Brings a night (`process.argv[3]`) back into a database file (`[2]`), a record at a time, and is killed at a step of that. */
const [file, night] = process.argv.slice(2) as [string, string]
const db = mortalDatabase(file)
const aside = asideStore(db)
for (let isOver = false; !isOver; ) isOver = db.transact(() => aside.bringBack(Number(night), 0)).isOver
process.exit(0)
