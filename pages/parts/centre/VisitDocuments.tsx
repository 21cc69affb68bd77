import { useState } from 'react'
import { Viewer } from '#pages/parts/viewer/Viewer.tsx'
import { useView } from '#pages/ui/view.ts'
import { visitFiles } from './visit-files'

type HeldDocument = { kind: string; pages: number; uploadedAt: number }

/** The documents of a candidate at the centre, as tabs beside the form. */
export function VisitDocuments({ userId, documents }: { userId: string; documents: readonly HeldDocument[] }) {
  const { cellBase } = useView()
  const [chosen, choose] = useState(documents[0]?.kind ?? null)
  return <Viewer {...{ documents, chosen }} onChoose={choose} {...visitFiles(cellBase, userId)} />
}
