import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkOf, isPublic, namespacesOf, pageTexts, visitorsPart } from '#scripts/page-texts.ts'

const pages = readdirSync('pages', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(^|\/)page\.tsx$/.test(file))

/** The files of texts, each a module that the server names to the browser. */
const texts = readdirSync('server/i18n/locales', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.json'))

/** The public pages load only the texts that they show: many visitors come once, on a slow network. */
const publicTexts = [
  ...pages
    .filter(isPublic)
    .flatMap((page) =>
      texts
        .filter((file) => namespacesOf(page).some((namespace) => file.endsWith(`/${namespace}.json`)))
        .map((file) => ({ part: chunkOf(page), file })),
    ),
  ...texts.filter((file) => file.endsWith('/shell.json')).map((file) => ({ part: visitorsPart, file })),
]

/** What pages may share with the server: pure rules, texts, plain types. Anything else would leak into the browser. */
const shared = /\/server\/(domain|i18n|kernel)\//

const serverOnly = (): Plugin => ({
  name: 'server-only',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  async resolveId(source, importer) {
    if (!importer || importer.includes('/node_modules/') || !/^[.#]/.test(source)) return
    const id = (await this.resolve(source, importer, { skipSelf: true }))?.id ?? ''
    if (/\.server\.tsx?$/.test(id) || (/\/(server|db)\//.test(id) && !shared.test(id))) {
      this.error(`server-only module ${id} is imported by browser code ${importer}`)
    }
  },
})

/**
 * A part that is imported later brings its styles along. Vite's own function also looks for what to load ahead, which
 * no part here needs; each visitor would load that search.
 */
const styledImports = (): Plugin => ({
  name: 'styled-imports',
  applyToEnvironment: (environment) => environment.config.consumer === 'client',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => `
      const style = (file) => document.querySelector('link[rel=stylesheet][href="/' + file + '"]') || new Promise((done) => {
        const link = document.createElement('link')
        link.rel = 'stylesheet'
        link.href = '/' + file
        link.onload = link.onerror = done
        document.head.append(link)
      })
      export const __vitePreload = (load, files) =>
        Promise.all((files || []).filter((file) => file.endsWith('.css')).map(style)).then(load)`,
  },
  enforce: 'pre',
})

/** React, and the parts of the kit that every page has: few files, each cached for long. What only forms need stays apart. */
const shell =
  /pages\/ui\/(?!signed-in\/|form\/(Form|Field|File|PasswordInput|Confirm|api-action)|shell\/(ThinBar|OpensLater)|data\/(Countdown|TaskList|Timeline|Table|Pager)|browser\/(offline|toast-box|submission|ready-files|picture|upkeep|version-check|sending|form-data|drafts|outcome|recheck|dismissal|session))[\w/-]+\.tsx?$|server\/(domain\/(site\/(menu|view)|desk\/desks)|i18n\/(format|page-text)|kernel\/languages)\.ts$/
const chunkGroups = [
  { name: 'react', priority: 3, test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'shell', priority: 2, test: shell },
  {
    name: 'kit',
    priority: 1,
    test: /pages\/ui\/(form\/(Form|Field|PasswordInput|field-id)|data\/Pager|browser\/(sending|form-data|drafts))\.tsx?$/,
  },
]

export default defineConfig({
  publicDir: false,
  json: { namedExports: false },
  appType: 'custom',
  build: { assetsInlineLimit: 0 },
  plugins: [react(), serverOnly(), styledImports(), pageTexts(pages)],
  optimizeDeps: { entries: ['pages/client.tsx', 'pages/**/page.tsx'] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        target: ['chrome84', 'firefox79'],
        modulePreload: false,
        rolldownOptions: {
          preserveEntrySignatures: 'strict',
          output: { codeSplitting: { groups: chunkGroups } },
          input: {
            client: 'pages/client.tsx',
            'service-worker': 'pages/service-worker.ts',
            'signed-in': 'pages/ui/signed-in/signed-in.tsx',
            ...Object.fromEntries(pages.map((page) => [chunkOf(page), `pages/${page}`])),
            ...Object.fromEntries(
              texts.map((file) => [
                `text_${file.replace(/\.json$/, '').replace('/', '_')}`,
                `server/i18n/locales/${file}`,
              ]),
            ),
            ...Object.fromEntries(
              publicTexts.map(({ part, file }) => [
                `text_${file.replace(/\.json$/, '').replace('/', '_')}_${part}`,
                `server/i18n/locales/${file}?page=${part}`,
              ]),
            ),
          },
        },
      },
    },
    ssr: {
      // Of very many small files each: one file of the build starts the server half a second sooner.
      resolve: { noExternal: ['drizzle-orm', 'typebox', 'i18next', 'jose', '@cantoo/pdf-lib'] },
      build: {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        minify: false,
        emitAssets: false,
        // The commands of the allotment need no portal: whoever checks a dossier starts them alone.
        // Printing, ranking, the allotment and housekeeping work in threads of their own: a thread starts from a file.
        rolldownOptions: {
          input: {
            index: 'server/index.ts',
            'press-worker': 'server/documents/press-worker.ts',
            'document-worker': 'server/features/application/documents/document-worker.ts',
            'ranking-worker': 'server/features/merit/merit-lists/ranking-worker.ts',
            'allotment-commands': 'server/features/seats/allotment/commands.ts',
            'allotment-worker': 'server/features/seats/allotment/engine-worker.ts',
            'zone-worker': 'server/features/seats/allotment/zone-worker.ts',
            'housekeeping-worker': 'server/features/operations/housekeeping/worker.ts',
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!)
      await builder.build(builder.environments.ssr!)
    },
  },
})
