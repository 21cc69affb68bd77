import type { FastifyReply } from 'fastify'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { marksIn } from '#pages/ui/marks.ts'
import { App } from '#pages/ui/shell/App.tsx'
import signedIn from '#pages/ui/signed-in/signed-in.tsx'
import { PageContext, type Page as PageInContext } from '#pages/ui/view.ts'
import { type View, viewMediaType } from '#server/domain/site/view.ts'
import type { Namespace } from '#server/i18n/keys.ts'
import { pageTexts } from '#server/i18n/texts.ts'
import type { AssetSource, PageAssets } from './assets'
import { inScript } from './discovery'
import type { PageServer } from './page'

const components = import.meta.glob<{ default: ComponentType }>('../../pages/**/page.tsx')
const servers = import.meta.glob<PageServer<never>>('../../pages/**/page.server.ts')

/** A page of the `pages` folder: its component and its server half, loaded on first use. */
export type PageModule = {
  /** Its path in the client manifest: `pages/candidate/login/page.tsx`. */
  file: string
  get(): Promise<{ Page: ComponentType; server: PageServer<never> }>
}

/** All pages by their folder under `pages/`: `candidate/login`, `_error`. */
export const pageModules: ReadonlyMap<string, PageModule> = new Map(
  Object.entries(components).map(([path, load]) => {
    const file = path.replace('../../', '')
    const folder = file.slice('pages/'.length, -'/page.tsx'.length)
    let loaded: ReturnType<PageModule['get']> | undefined
    const get = async () => {
      const [{ default: Page }, server] = await Promise.all([
        load(),
        servers[path.replace(/\.tsx$/, '.server.ts')]?.() ?? {},
      ])
      return { Page, server }
    }
    return [folder, { file, get: () => (loaded ??= get()) }]
  }),
)

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 44 44'%3E%3Ccircle cx='22' cy='22' r='21' fill='%23173f50'/%3E%3Cpath d='M22 9l11 6v4H11v-4zM13 21h4v10h-4zm7 0h4v10h-4zm7 0h4v10h-4zM11 33h22v3H11z' fill='%23fff'/%3E%3C/svg%3E"

/** `later`: the files of the page that usually follows, fetched when the browser is idle. */
function headOf(assets: PageAssets, later: readonly string[]): string {
  return [
    ...assets.css.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...assets.fonts.map((file) => `<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>`),
    ...assets.preload.map((file) => `<link rel="modulepreload" href="${file}">`),
    ...later.map((file) => `<link rel="prefetch" href="${file}">`),
    assets.early ? `<script type="module" async blocking="render" src="${assets.early}"></script>` : '',
    `<link rel="icon" href="${icon}">`,
    assets.head ?? '',
    `<script type="module" src="${assets.script}"></script>`,
  ].join('')
}

type Prepared = { assets: PageAssets; head: string }
const prepared = new Map<string, Prepared>()

/**
 * The assets and head of a page, computed once for each page, language and choice of texts, for visitors and for people signed
 * in. The page of an error has other texts at the desk than for candidates.
 */
export async function preparePage(
  source: AssetSource,
  file: string,
  url: string,
  language: View['language'],
  texts: readonly Namespace[],
  isVisitor: boolean,
  leadsTo?: string,
): Promise<Prepared> {
  const key = `${language} ${isVisitor} ${file} ${texts}`
  const known = prepared.get(key)
  if (known) return known
  /** The files that another page loads and this one does not. `folder`: as in `pageModules`. */
  async function filesBeyond(here: PageAssets, folder: string): Promise<string[]> {
    const module = pageModules.get(folder)!
    const { server } = await module.get()
    const there = await source.of(module.file, url, language, server.texts ?? [], isVisitor)
    const known = [...here.css, ...here.preload]
    return [...there.css, ...there.preload].filter((asset) => !known.includes(asset))
  }
  const assets = await source.of(file, url, language, texts, isVisitor)
  const made = { assets, head: headOf(assets, leadsTo ? await filesBeyond(assets, leadsTo) : []) }
  if (assets.head === undefined) prepared.set(key, made)
  return made
}

/** The HTML of cached parts by key, bounded by the number of portals, languages, pages and steps. */
const keptHtml = new Map<string, string>()
const mostKept = 4000

/** A number for each state of a course: what is kept shows its name, logo, links and year, which the cell may change. */
const courseNumbers = new WeakMap<View['course'], number>()
let lastNumber = 0
function numberOf(course: View['course']): number {
  const known = courseNumbers.get(course)
  if (known !== undefined) return known
  courseNumbers.set(course, ++lastNumber)
  return lastNumber
}

function keptPartsOf(view: View): PageInContext['kept'] {
  const course = numberOf(view.course)
  const page = { view, t: pageTexts[view.language], signedIn }
  return (name, part) => {
    const key = `${course} ${name}`
    const known = keptHtml.get(key)
    if (known !== undefined) return known
    const drawn = renderToString(<PageContext value={page}>{part}</PageContext>)
    if (keptHtml.size >= mostKept) keptHtml.clear()
    keptHtml.set(key, drawn)
    return drawn
  }
}

/** The whole document of a view. `kept`: the cache of rendered parts; null renders them all. */
export function renderDocument(
  view: View,
  Page: ComponentType,
  head: string,
  kept: PageInContext['kept'] | null = keptPartsOf(view),
): string {
  const body = renderToString(
    <App view={view} Page={Page} t={pageTexts[view.language]} signedIn={signedIn} kept={kept ?? undefined} />,
  )
  return (
    `<!DOCTYPE html><html lang="${view.language}"${marksIn(body)}><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(view.title)}</title>${head}</head>` +
    `<body><div id="root">${body}</div><script id="view" type="application/json">${inScript(view)}</script></body></html>`
  )
}

/** Sends a view in the requested form: as a document, or as data for the page already loaded. */
export function sendView(reply: FastifyReply, wantsView: boolean, view: View, Page: ComponentType, head: string) {
  reply.code(view.status)
  if (wantsView) return reply.type(`${viewMediaType}; charset=utf-8`).send(JSON.stringify(view))
  return reply.type('text/html; charset=utf-8').send(renderDocument(view, Page, head))
}

/** For when even the error page cannot be rendered: no layout, no script, both languages. */
export const lastResort = (reference: string) =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Unexpected Application Error!</title></head><body><main><h1>We could not show this page</h1><p>Something went wrong on our side. What you saved is safe. Reference: ${escapeHtml(reference)}</p><h2 lang="mr">हे पान दाखवता आले नाही</h2><p lang="mr">आमच्याकडे काहीतरी चूक झाली. तुम्ही जतन केलेली माहिती सुरक्षित आहे. संदर्भ: ${escapeHtml(reference)}</p><p><a href="/">Home page · <span lang="mr">मुख्यपृष्ठ</span></a></p></main></body></html>`
