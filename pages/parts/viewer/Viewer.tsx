import { type RefObject, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#pages/ui/browser/hydrated.ts'
import { VisuallyHidden } from '#pages/ui/data/VisuallyHidden.tsx'
import { useT } from '#pages/ui/view.ts'
import type { Translate } from '#server/i18n/page-text.ts'
import { Stage } from './Stage'
import styles from './Viewer.module.css'
import { useViewerKeys } from './viewer-keys'
import { scaleOf, type Zoom, zoomed } from './zoom'

/** A document to show. `uploadedAt`: in its address, so that a newer file is never mistaken for an older one. */
type ViewedDocument = { kind: string; pages: number; uploadedAt: number }

type ViewerProps = {
  documents: readonly ViewedDocument[]
  /** The kind of the document on show; null for none. */
  chosen: string | null
  onChoose(kind: string): void
  /** The address of the whole file, and of one page as a picture. */
  fileAt(document: ViewedDocument): string
  pageAt(document: ViewedDocument, page: number): string
  /** In words; undefined for a kind of document, which has a name of its own. */
  nameOf?: ((kind: string) => string | undefined) | undefined
  /** The kinds that this officer has not opened yet, where that counts. */
  unopened?: readonly string[] | undefined
  /** Keys that work on the whole page, if the page has keys and they are on. */
  hasKeys?: boolean
}

/**
 * Shows one document after another, a page at a time: fitted, zoomed, turned, over the whole screen. PDFs and pictures
 * look the same, because the server draws the pages. Without JavaScript the tabs open the files in a frame.
 */
export function Viewer({
  documents,
  chosen,
  onChoose,
  fileAt,
  pageAt,
  nameOf,
  unopened,
  hasKeys = false,
}: ViewerProps) {
  const t = useT()
  const isHydrated = useHydrated()
  const named = (kind: string) => documentName(kind, t, nameOf)
  const box = useRef<HTMLElement>(null)
  const shown = documents.find(({ kind }) => kind === chosen)
  const tabs = useRef<HTMLElement>(null)
  // Of many documents, the tab of the one on show may be out of sight.
  useEffect(() => {
    const tab = tabs.current?.querySelector<HTMLElement>(`[data-kind="${chosen}"]`)
    if (tab) bringIntoSight(tab, tabs.current!)
  }, [chosen])
  return (
    <section className={styles.viewer} aria-label={t('documents:viewer.label')} ref={box}>
      <nav className={`${styles.tabs} scroll`} aria-label={t('documents:viewer.documents')} ref={tabs}>
        {documents.map((document) => (
          <a
            key={document.kind}
            data-kind={document.kind}
            href={fileAt(document)}
            target="proof"
            aria-current={isHydrated && document.kind === chosen ? 'true' : undefined}
            onClick={(event) => {
              event.preventDefault()
              onChoose(document.kind)
            }}
          >
            {named(document.kind)}
            {isHydrated && unopened?.includes(document.kind) && (
              <span className={styles.unopened} title={t('documents:viewer.unopened')}>
                <VisuallyHidden>, {t('documents:viewer.unopened')}</VisuallyHidden>
              </span>
            )}
          </a>
        ))}
      </nav>
      {!isHydrated && <iframe className={styles.frame} name="proof" title={t('documents:viewer.label')} />}
      {isHydrated && !shown && <p className={styles.empty}>{t('documents:viewer.none')}</p>}
      {isHydrated && shown && (
        <ViewedPages
          key={`${shown.kind} ${shown.uploadedAt}`}
          {...{ box, documents, shown, onChoose, fileAt, pageAt, hasKeys }}
          name={named(shown.kind)}
        />
      )}
    </section>
  )
}

/** A document in words: by its kind, or as `nameOf` calls a file that is of no kind. */
export const documentName = (kind: string, t: Translate, nameOf?: (kind: string) => string | undefined): string =>
  nameOf?.(kind) ?? t(`documents:kind.${kind as 'nationality'}`)

/** Scrolls a row of tabs sideways as far as it takes to show a tab whole; the page itself stays where it is. */
function bringIntoSight(tab: HTMLElement, row: HTMLElement): void {
  const [shown, all] = [tab.getBoundingClientRect(), row.getBoundingClientRect()]
  // A part of the next tab stays in sight as well.
  const margin = 48
  if (shown.left < all.left + margin) row.scrollLeft += shown.left - all.left - margin
  else if (shown.right > all.right - margin) row.scrollLeft += shown.right - all.right + margin
}

type PagesProps = Omit<ViewerProps, 'chosen' | 'hasKeys' | 'nameOf' | 'unopened'> & {
  name: string
  box: RefObject<HTMLElement | null>
  shown: ViewedDocument
  hasKeys: boolean
}

/** The pages of the chosen document, with the tools. */
function ViewedPages({ box, documents, shown, onChoose, fileAt, pageAt, hasKeys, name }: PagesProps) {
  const t = useT()
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const [turns, setTurns] = useState(0)
  /** The scale on show: zooming goes on from it. */
  const scale = useRef(1)
  const go = (to: number) => setPage(Math.min(shown.pages, Math.max(1, to)))
  const acts = {
    in: () => setZoom(zoomed(scale.current, 1)),
    out: () => setZoom(zoomed(scale.current, -1)),
    fit: () => setZoom('fit'),
    width: () => setZoom('width'),
    turn: () => setTurns((done) => (done + 1) % 4),
    back: () => go(page - 1),
    on: () => go(page + 1),
    document: (by: 1 | -1) => {
      const at = documents.findIndex(({ kind }) => kind === shown.kind)
      onChoose(documents[(at + by + documents.length) % documents.length]!.kind)
    },
    screen: () => toggleFullScreen(box.current),
  }
  useViewerKeys(acts, hasKeys)
  const tool = (act: Exclude<keyof typeof acts, 'document'>, words: string, isOn?: boolean) => (
    <button type="button" aria-pressed={isOn} onClick={acts[act]}>
      {words}
    </button>
  )
  return (
    <>
      <div className={styles.tools} role="toolbar" aria-label={t('documents:viewer.tools')}>
        {tool('fit', t('documents:viewer.fit'), zoom === 'fit')}
        {tool('width', t('documents:viewer.width'), zoom === 'width')}
        <button type="button" aria-label={t('documents:viewer.out')} onClick={acts.out}>
          −
        </button>
        <button type="button" aria-label={t('documents:viewer.in')} onClick={acts.in}>
          +
        </button>
        {tool('turn', t('documents:viewer.turn'))}
        {shown.pages > 1 && <Turner page={page} pages={shown.pages} onBack={acts.back} onOn={acts.on} />}
        {'requestFullscreen' in document.documentElement && tool('screen', t('documents:viewer.screen'))}
        <a href={fileAt(shown)} target="_blank" rel="noreferrer">
          {t('documents:viewer.file')}
        </a>
      </div>
      <Stage
        key={page}
        src={pageAt(shown, page)}
        name={t('documents:viewer.name', {
          document: name,
          page,
          pages: shown.pages,
        })}
        turns={turns}
        scaleFor={(size, room) => {
          scale.current = scaleOf(zoom, size, room)
          return scale.current
        }}
      />
    </>
  )
}

function Turner({ page, pages, onBack, onOn }: { page: number; pages: number; onBack(): void; onOn(): void }) {
  const t = useT()
  return (
    <span className={styles.turner}>
      <button type="button" aria-label={t('documents:viewer.back')} disabled={page === 1} onClick={onBack}>
        ‹
      </button>
      <span role="status">{t('documents:viewer.page', { page, pages })}</span>
      <button type="button" aria-label={t('documents:viewer.on')} disabled={page === pages} onClick={onOn}>
        ›
      </button>
    </span>
  )
}

function toggleFullScreen(box: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen()
  // Refused without a gesture of the user; the page then stays as it is.
  else void box?.requestFullscreen().catch(() => {})
}
