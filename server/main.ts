import { isMainThread } from 'node:worker_threads'
import { archive } from '#server/commands/archive.ts'
import { backup } from '#server/commands/backup.ts'
import { bringBackErased } from '#server/commands/bring-back-erased.ts'
import { closingMerits } from '#server/commands/closing-merits.ts'
import { type Command, say } from '#server/commands/command.ts'
import { confirmTime } from '#server/commands/confirm-time.ts'
import { doctor } from '#server/commands/doctor.ts'
import { migrate } from '#server/commands/migrate.ts'
import { newSeason } from '#server/commands/new-season.ts'
import { rehearse } from '#server/commands/rehearse.ts'
import { reseal } from '#server/commands/reseal.ts'
import { restore } from '#server/commands/restore.ts'
import { demo, seed } from '#server/commands/seed.ts'
import { serve } from '#server/commands/serve.ts'
import { staff } from '#server/commands/staff.ts'
import { verifyAudit } from '#server/commands/verify-audit.ts'
import { witness } from '#server/commands/witness.ts'
import { faultInWords, Misconfigured } from '#server/process/misconfigured.ts'

const commands: Readonly<Record<string, Command>> = {
  serve,
  migrate,
  seed,
  demo,
  staff,
  'verify-audit': verifyAudit,
  backup,
  archive,
  'closing-merits': closingMerits,
  rehearse,
  restore,
  'new-season': newSeason,
  'confirm-time': confirmTime,
  'bring-back-erased': bringBackErased,
  doctor,
  reseal,
  witness,
}

async function main([name = 'serve', ...words]: readonly string[]): Promise<void> {
  if (name === '--help' || name === '-h') return say(`The commands are ${Object.keys(commands).join(', ')}`)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new Misconfigured(`There is no command "${name}": ${Object.keys(commands).join(', ')}`)
  await command(name, words)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const words = faultInWords(error) ?? (error instanceof Error ? error.stack : String(error))
  // Whoever started the thread says it.
  if (!isMainThread) throw new Misconfigured(words)
  process.stderr.write(`${words}\n`)
  process.exit(1)
})
