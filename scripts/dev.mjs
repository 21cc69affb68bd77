// `npm run dev`: the demo with hot reload of pages, styles and server on one port. Vite loads the modules; the app is
// rebuilt when a server module changes.
import http from 'node:http'
import { optionsOfScript } from './options.mjs'
import { install } from './setup.mjs'

optionsOfScript()
await install()
const { createServer } = await import('vite')
const port = Number(process.env.PORT ?? 3000)
const host = process.env.HOST ?? '127.0.0.1'
Object.assign(process.env, { MODE: 'demo', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn', PORT: String(port), HOST: host })

const server = http.createServer((request, response) =>
  vite.middlewares(request, response, () =>
    current().then(
      (app) => app.routing(request, response),
      (error) => {
        vite.config.logger.error(error.stack)
        response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error.stack))
      },
    ),
  ),
)
const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
const { ssr, client } = vite.environments

/** The development counterpart of `builtAssets`: modules under their own names, and inline styles to avoid a flash. */
const assets = {
  version: 'development',
  async of(file, url, language, namespaces, isVisitor) {
    const styles = []
    const seen = new Set()
    const walk = async (module) => {
      if (!module || seen.has(module)) return
      seen.add(module)
      for (const imported of module.importedModules) await walk(imported)
      if (module.file?.endsWith('.css')) {
        const { code } = await client.transformRequest(`${module.url}?direct`)
        styles.push(`<style data-vite-dev-id="${module.id}">${code}</style>`)
      }
    }
    for (const entry of ['pages/ui/shell/App.tsx', file]) await walk(await ssr.moduleGraph.getModuleByUrl(`/${entry}`))
    const shell = await vite.transformIndexHtml(url, '<html><head></head><body></body></html>')
    const head = styles.join('') + /<head>(.*)<\/head>/s.exec(shell)[1]
    const texts = Object.fromEntries(
      namespaces.map((name) => [`${language}/${name}`, `/server/i18n/locales/${language}/${name}.json?import`]),
    )
    const signedIn = isVisitor ? null : '/pages/ui/signed-in/signed-in.tsx'
    return { script: '/pages/client.tsx', module: `/${file}`, css: [], texts, signedIn, preload: [], fonts: [], head }
  },
}

let loaded
let running
let queue = Promise.resolve()
const current = () =>
  (queue = queue
    .catch(() => {})
    .then(async () => {
      const module = await ssr.runner.import('/server/process/development.ts')
      if (module !== loaded) {
        await running?.close()
        running = undefined
        running = await module.startDevelopment(assets)
        loaded = module
      }
      return running.app
    }))

server.listen(port, host, () =>
  console.log(`Development server: http://${host}:${port}/mbale/candidate/home, http://${host}:${port}/demo`),
)
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await running?.close()
    await vite.close()
    server.closeAllConnections()
    server.close(() => process.exit(0))
  })
}
