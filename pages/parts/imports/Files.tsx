import type { ImportKind } from '../../../server/domain/portal/imports'
import type { ReleaseState } from '../../../server/domain/portal/release'
import { href } from '../../ui/href'
import { useT, useView } from '../../ui/view'
import { ImportTag } from './ImportTag'

type File = {
  id: number
  kind: ImportKind
  fileName: string
  state: ReleaseState
  by: { name: string; time: string }
}

/** Files that were read, newest first. `isNamed`: of several tables, so each line names its own. */
export function Files({ files, isNamed }: { files: readonly File[]; isNamed?: boolean }) {
  const { cellBase } = useView()
  const t = useT()
  if (files.length === 0) return <p>{t('imports:recent.none')}</p>
  return (
    <ul className="entries">
      {files.map(({ id, kind, fileName, state, by }) => (
        <li key={id}>
          <div className="head">
            <a href={href(cellBase, 'imports/:kind/:id', { kind, id: String(id) })}>{fileName}</a>
            {isNamed && <span>{t(`imports:kind.${kind}`)}</span>}
            <ImportTag state={state} />
          </div>
          <p>{t('imports:by', by)}</p>
        </li>
      ))}
    </ul>
  )
}
