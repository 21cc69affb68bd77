import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Namespace } from '#server/i18n/keys.ts'
import type { Language } from '#server/kernel/languages.ts'

/** The files that the head of a page loads. Addresses are absolute within the server. */
export type PageAssets = {
  script: string
  module: string
  css: readonly string[]
  /** The modules of its texts by `language/namespace`. */
  texts: Readonly<Record<string, string>>
  /** The module of the parts for people who are signed in; null for a visitor. */
  signedIn: string | null
  /** Modules that the page will need, including those with its texts. */
  preload: readonly string[]
  fonts: readonly string[]
  /** A script that does its work before the page's own: the keys of the desk. Not in development. */
  early?: string
  /** Development only: styles and the reload client, inserted into the head unchanged. */
  head?: string
}

export type AssetSource = {
  /** The assets of a page. `isVisitor`: everybody may open it, and nobody is signed in. */
  of(
    file: string,
    url: string,
    language: Language,
    texts: readonly Namespace[],
    isVisitor: boolean,
  ): PageAssets | Promise<PageAssets>
  /** One value for the whole build; the browser compares it to detect a new version. */
  version: string
  /** The source of the service worker; null without a build. */
  serviceWorker: string | null
}

type Chunk = { file: string; css?: string[]; imports?: string[] }

const entry = 'pages/client.tsx'
const worker = 'pages/service-worker.ts'
const signedInParts = 'pages/ui/signed-in/signed-in.tsx'
const deskKeys = 'pages/ui/browser/desk-keys.ts'

/**
 * Assets from the manifest of the client build. `bundleFile`: the server's part of the build; both determine the
 * version.
 */
export function builtAssets(manifestFile: string, bundleFile: string): AssetSource {
  const text = readFileSync(manifestFile, 'utf8')
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const workerFile = manifest[worker]?.file
  const serviceWorker = workerFile
    ? readFileSync(path.join(path.dirname(manifestFile), '..', workerFile), 'utf8')
    : null
  const version = createHash('sha256').update(text).update(readFileSync(bundleFile)).digest('base64url').slice(0, 12)
  const address = (file: string) => `/${file}`
  const font = (name: string) => {
    const chunk = manifest[`pages/ui/fonts/${name}.woff2`]
    return chunk ? [address(chunk.file)] : []
  }
  const fonts: Record<Language, string[]> = {
    en: [...font('poppins-latin-400'), ...font('poppins-latin-600')],
    mr: [...font('poppins-devanagari-400'), ...font('poppins-devanagari-600')],
  }
  return {
    version,
    serviceWorker,
    of(file, _url, language, texts, isVisitor) {
      const js = new Set<string>()
      const css = new Set<string>()
      const walk = (key: string) => {
        const chunk = manifest[key]
        if (!chunk || js.has(chunk.file)) return
        js.add(chunk.file)
        chunk.imports?.forEach(walk) // imports first: the order of the cascade
        for (const sheet of chunk.css ?? []) css.add(sheet)
      }
      walk(entry)
      walk(file)
      if (!isVisitor) walk(signedInParts)
      const script = manifest[entry]!.file
      js.delete(script)
      const textFiles = texts.map((namespace) => {
        const key = `${language}/${namespace}`
        return [key, manifest[`server/i18n/locales/${key}.json`]!.file] as const
      })
      for (const [, textFile] of textFiles) js.add(textFile)
      return {
        script: address(script),
        module: address(manifest[file]!.file),
        css: [...css].map(address),
        signedIn: isVisitor ? null : address(manifest[signedInParts]!.file),
        texts: Object.fromEntries(textFiles.map(([key, textFile]) => [key, address(textFile)])),
        preload: [...js].map(address),
        fonts: fonts[language],
        early: !isVisitor && file.startsWith('pages/cell/') ? address(manifest[deskKeys]!.file) : undefined,
      }
    },
  }
}
