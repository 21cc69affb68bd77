// Builds client and server, then compresses every asset once.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createBuilder } from 'vite'
import { optionsOfScript } from './options.mjs'

optionsOfScript()
rmSync('dist', { recursive: true, force: true })
const builder = await createBuilder({ logLevel: 'warn' })
await builder.buildApp()

const assets = 'dist/client/assets'
for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file))) {
  const file = path.join(assets, name)
  const content = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
