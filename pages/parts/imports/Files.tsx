import { href } from '#pages/ui/href.ts'
import { useT, useView } from '#pages/ui/view.ts'
import type { ImportKind } from '#server/domain/desk/imports.ts'
import type { ReleaseState } from '#server/domain/terms/release.ts'
import { ImportTag } from './ImportTag'

type File = {
  id: number
  kind: ImportKind
  fileName: string
  state: ReleaseState
  by: { name: string; time: string }
}

/** The newest files of one table. */
export function Files({ files }: { files: readonly File[] }) {
  const { cellBase } = useView()
  const t = useT()
  if (files.length === 0) return <p>{t('imports:recent.none')}</p>
  return (
    <ul className="entries">
      {files.map(({ id, kind, fileName, state, by }) => (
        <li key={id}>
          <div className="head">
            <a href={href(cellBase, 'imports/:kind/:id', { kind, id: String(id) })}>{fileName}</a>
            <ImportTag state={state} />
          </div>
          <p>{t('imports:by', by)}</p>
        </li>
      ))}
    </ul>
  )
}
