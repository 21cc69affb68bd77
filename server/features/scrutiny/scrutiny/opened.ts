import type { ScrutinyFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { Officer } from '#server/domain/terms/staff.ts'
import type { ScrutinyDeps } from './deps'

type Needs = Pick<ScrutinyDeps, 'store' | 'documents'>

/** The kinds of a candidate's documents that an officer has opened, in their present upload. */
export function openedBy({ store, documents }: Needs, { id }: Pick<Officer, 'id'>, candidateId: number): string[] {
  const looks = store.looks(candidateId, id)
  return documents
    .held(candidateId)
    .filter(({ name, uploadedAt }) => looks.some((look) => look.document === name && look.uploadedAt === uploadedAt))
    .map(({ name }) => name)
}

/** The documents of these facts that are there and that this officer has not opened. */
export function unopenedBy(
  needs: Needs,
  officer: Pick<Officer, 'id'>,
  candidateId: number,
  facts: readonly ScrutinyFact[],
): string[] {
  const opened = openedBy(needs, officer, candidateId)
  const proving = new Set<string>(facts.flatMap((fact) => fact.documents))
  return needs.documents
    .held(candidateId)
    .flatMap(({ name }) => (proving.has(name) && !opened.includes(name) ? [name] : []))
}
