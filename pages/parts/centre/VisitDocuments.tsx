import { useState } from 'react'
import { href } from '../../ui/href'
import { useView } from '../../ui/view'
import { Viewer } from '../viewer/Viewer'

type HeldDocument = { kind: string; pages: number; uploadedAt: number }

/** The documents of a candidate at the centre, as tabs beside the form. */
export function VisitDocuments({ userId, documents }: { userId: string; documents: readonly HeldDocument[] }) {
  const { cellBase } = useView()
  const [chosen, choose] = useState(documents[0]?.kind ?? null)
  return (
    <Viewer
      {...{ documents, chosen }}
      onChoose={choose}
      fileAt={({ kind, uploadedAt }) =>
        href(cellBase, 'centre/:userId/documents/:name', { userId, name: kind }, { at: uploadedAt })
      }
      pageAt={({ kind, uploadedAt }, page) =>
        href(
          cellBase,
          'centre/:userId/documents/:name/:page',
          { userId, name: kind, page: String(page) },
          { at: uploadedAt },
        )
      }
    />
  )
}
