import Form from '#pages/cell/scrutiny/[userId]/page.tsx'
import type { View } from '#server/domain/site/view.ts'
import { renderDocument } from '#server/http/render.tsx'
import { listen, readInput } from './baseline'

/** Renders the same React tree of a form under scrutiny, from the same data, for every request: no query, no audit. */
const { headers, view, head } = readInput<{ headers: Record<string, string>; view: View; head: string }>()
await listen((app) => {
  app.get('/*', (_request, reply) => reply.headers(headers).send(renderDocument(view, Form, head, null)))
})
