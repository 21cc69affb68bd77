import type { Files } from '#pages/parts/checking/CheckScreen.tsx'
import { href } from '#pages/ui/href.ts'

/** The addresses of the documents of a candidate at the centre. */
export const visitFiles = (cellBase: string, userId: string): Files => ({
  fileAt: ({ kind, uploadedAt }) =>
    href(cellBase, 'centre/:userId/documents/:name', { userId, name: kind }, { at: uploadedAt }),
  pageAt: ({ kind, uploadedAt }, page) =>
    href(
      cellBase,
      'centre/:userId/documents/:name/:page',
      { userId, name: kind, page: String(page) },
      { at: uploadedAt },
    ),
})
