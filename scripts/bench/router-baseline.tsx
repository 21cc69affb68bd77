import { PassThrough, Readable } from 'node:stream'
import SqliteDatabase from 'better-sqlite3'
import Fastify from 'fastify'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  Scripts,
  type ServerBuild,
  ServerRouter,
  useLoaderData,
} from 'react-router'
import { addFunctions } from '#db/client.ts'
import Dashboard from '#pages/candidate/dashboard/page.tsx'
import { App } from '#pages/ui/shell/App.tsx'
import signedIn from '#pages/ui/signed-in/signed-in.tsx'
import type { View } from '#server/domain/site/view.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import { readInput } from './baseline'

/**
 * The dashboard by React Router 7, as somebody would build it who takes a framework: its loader runs the queries that the
 * product runs for this page, its server renders the same tree and streams it, with the loader's data for the browser.
 */
type Query = { source: string; method: 'get' | 'all'; params: unknown[]; modes: readonly ('pluck' | 'raw')[] }
const { view, database, queries, route } = readInput<{
  view: View
  database: string
  queries: readonly Query[]
  route: string
}>()

const sqlite = addFunctions(new SqliteDatabase(database, { readonly: true, fileMustExist: true }))
const reads = queries.map(({ source, method, params, modes }) => {
  const statement = sqlite.prepare(source)
  for (const mode of modes) statement[mode]()
  return () => statement[method](...params)
})

function loader() {
  for (const read of reads) read()
  return view
}

function Root() {
  return (
    <html lang={view.language}>
      <head>
        <title>{view.title}</title>
      </head>
      <body>
        <div id="root">
          <Outlet />
        </div>
        <Scripts />
      </body>
    </html>
  )
}

function Page() {
  const loaded = useLoaderData() as View
  return <App view={loaded} Page={Dashboard} t={pageTexts[loaded.language]} signedIn={signedIn} kept={undefined} />
}

/** As the framework's own entry for Node answers: it streams the page once its shell is there. */
const answer = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onShellReady() {
        const body = new PassThrough()
        headers.set('Content-Type', 'text/html')
        resolve(new Response(Readable.toWeb(body) as ReadableStream, { headers, status }))
        pipe(body)
      },
      onShellError: reject,
      onError: reject,
    })
  })

const assetOf = (id: string, parentId?: string) => ({
  id,
  parentId,
  path: parentId ? route : '',
  module: `/assets/${id}.js`,
  hasAction: false,
  hasLoader: parentId !== undefined,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
})
const build = {
  entry: { module: { default: answer } },
  routes: {
    root: { id: 'root', path: '', module: { default: Root } },
    dashboard: { id: 'dashboard', parentId: 'root', path: route, module: { default: Page, loader } },
  },
  assets: {
    entry: { module: '/assets/entry.js', imports: [] },
    routes: { root: assetOf('root'), dashboard: assetOf('dashboard', 'root') },
    url: '/assets/manifest.js',
    version: '1',
  },
  assetsBuildDirectory: '',
  publicPath: '/',
  basename: '/',
  future: {},
  ssr: true,
  isSpaMode: false,
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
} as unknown as ServerBuild
const handle = createRequestHandler(build, 'production')

const app = Fastify()
app.get('/*', async (request, reply) => {
  const url = `http://127.0.0.1${request.url}`
  const response = await handle(new Request(url, { headers: request.headers as Record<string, string> }))
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]))
})
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.once('SIGTERM', () => process.exit(0))
