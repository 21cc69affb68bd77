// Builds server and client side by side, then compresses every asset once. Tells its parent, if that listens, once the server is
// built.
import { readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createBuilder } from 'vite'
import { optionsOfScript } from './options.mjs'

optionsOfScript()
rmSync('dist', { recursive: true, force: true })
const builder = await createBuilder({ logLevel: 'warn' })
const { ssr, client } = builder.environments
await Promise.all([builder.build(ssr).then(() => process.send?.('server')), builder.build(client).then(compress)])
if (process.connected) process.disconnect()

/** Writes each asset in both encodings beside itself. Node compresses several at once, in threads of its own. */
async function compress() {
  const assets = 'dist/client/assets'
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all(
    readdirSync(assets)
      .filter((name) => /\.(js|css|svg)$/.test(name))
      .map(async (name) => {
        const file = path.join(assets, name)
        const content = await readFile(file)
        await Promise.all([
          promisify(brotliCompress)(content, brotli).then((small) => writeFile(`${file}.br`, small)),
          promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
        ])
      }),
  )
}
