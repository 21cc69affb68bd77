import Dashboard from '#pages/candidate/dashboard/page.tsx'
import type { View } from '#server/domain/site/view.ts'
import { renderDocument } from '#server/http/render.tsx'
import { listen, readInput } from './baseline'

/**
 * Renders the same React tree from the same data for every request, by `renderToString`: no session, no query, no rule.
 */
const { headers, view, head } = readInput<{ headers: Record<string, string>; view: View; head: string }>()
await listen((app) => {
  app.get('/*', (_request, reply) => reply.headers(headers).send(renderDocument(view, Dashboard, head, null)))
})
