import { readConfig } from '#server/config.ts'
import type { AssetSource } from '#server/http/assets.ts'
import { startServer } from './start'

/** The app for `npm run dev`: rebuilt whenever a module of the server changes. */
export async function startDevelopment(assets: AssetSource) {
  const read = readConfig(process.env)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  const { app, close } = await startServer({ config: read.config, root: process.cwd(), assets, clientFolder: null })
  await app.ready()
  return { app, close }
}
