import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const pages = readdirSync('pages', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(^|\/)page\.tsx$/.test(file))

/** The files of texts, each a module that the server names to the browser: a page's `texts` are its files. */
const texts = readdirSync('server/i18n/locales', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.json'))

/** The name of a chunk: `candidate/faq` → `candidate_faq`, `en/faq.json` → `en_faq`. */
const nameOf = (file: string) => file.replace('.json', '').replace(/[/:[\]]/g, '_')

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
 * Few files that pages share, each cached for long. What is named here takes along what it imports: the entry, which every page
 * loads, with the small parts that most pages have; what a search needs, and what a form needs beyond that. All else is a
 * file for each set of pages that need it.
 */
const chunkGroups = [
  { name: 'react', priority: 4, test: /node_modules\/(react|react-dom|scheduler)\// },
  {
    name: 'shell',
    priority: 3,
    test: /pages\/(client|ui\/form\/Button|ui\/data\/(Card|Deadline|Disclosure|Facts|Tag|Written))\.tsx$/,
  },
  { name: 'search', priority: 2, test: /pages\/ui\/form\/(Field|SearchForm)\.tsx$/ },
  { name: 'form', priority: 1, test: /pages\/ui\/form\/Form\.tsx$/ },
]

/** How long plugins take beside each other says nothing to whoever builds. */
const checks = { pluginTimings: false }

export default defineConfig({
  publicDir: false,
  json: { namedExports: false },
  appType: 'custom',
  build: { assetsInlineLimit: 0 },
  plugins: [react(), serverOnly()],
  optimizeDeps: { entries: ['pages/client.tsx', 'pages/**/page.tsx'] },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        target: ['chrome84', 'firefox79'],
        modulePreload: false,
        rolldownOptions: {
          checks,
          preserveEntrySignatures: 'strict',
          output: { codeSplitting: { groups: chunkGroups } },
          input: {
            client: 'pages/client.tsx',
            'service-worker': 'pages/service-worker.ts',
            'signed-in': 'pages/ui/signed-in/signed-in.tsx',
            'desk-keys': 'pages/ui/browser/desk-keys.ts',
            ...Object.fromEntries(pages.map((page) => [nameOf(page.replace('/page.tsx', '')), `pages/${page}`])),
            ...Object.fromEntries(texts.map((file) => [`text_${nameOf(file)}`, `server/i18n/locales/${file}`])),
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
          checks,
          input: {
            main: 'server/main.ts',
            'press-worker': 'server/documents/press-worker.ts',
            'document-worker': 'server/features/application/documents/document-worker.ts',
            'ranking-worker': 'server/features/merit/merit-lists/ranking-worker.ts',
            'allotment-commands': 'server/features/seats/allotment/commands.ts',
            'allotment-worker': 'server/features/seats/allotment/engine-worker.ts',
            'zone-worker': 'server/features/seats/allotment/zone-worker.ts',
            'rehearsal-worker': 'server/features/seats/rehearsal/rehearsal-worker.ts',
            'housekeeping-worker': 'server/features/operations/housekeeping/worker.ts',
          },
        },
      },
    },
  },
})
