import { useState } from 'react'
import { Viewer } from '#pages/parts/viewer/Viewer.tsx'
import { href } from '#pages/ui/href.ts'
import { useView } from '#pages/ui/view.ts'

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
