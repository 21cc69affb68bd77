import { useEffect, useState } from 'react'
import { Button } from '#pages/ui/form/Button.tsx'
import { useT } from '#pages/ui/view.ts'
import styles from './ChosenPages.module.css'

/** The files of one document in page order; the candidate can remove a file or move it up. */
export function ChosenPages({ files, onChange }: { files: readonly File[]; onChange(files: readonly File[]): void }) {
  const t = useT()
  const without = (place: number) => files.filter((_, at) => at !== place)
  const earlier = (place: number) => {
    const next = without(place)
    next.splice(place - 1, 0, files[place]!)
    return next
  }
  return (
    <div className={styles.pages}>
      <h3>{t('documents:upload.pages')}</h3>
      <ol>
        {files.map((file, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
          <li key={`${place} ${file.name} ${file.lastModified}`}>
            <Thumbnail file={file} />
            <span className="grow">
              {t('documents:upload.page', { number: place + 1 })}: {file.name}
            </span>
            {place > 0 && (
              <Button
                type="button"
                kind="quiet"
                small
                aria-label={t('documents:upload.earlier', { number: place + 1 })}
                onClick={() => onChange(earlier(place))}
              >
                ↑
              </Button>
            )}
            <Button
              type="button"
              kind="quiet"
              small
              aria-label={t('documents:upload.take-out', { number: place + 1 })}
              onClick={() => onChange(without(place))}
            >
              {t('documents:file.remove')}
            </Button>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Thumbnail({ file }: { file: File }) {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!/^image\//.test(file.type)) return
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return src ? <img src={src} alt="" width="48" height="48" onError={() => setSrc(null)} /> : null
}
