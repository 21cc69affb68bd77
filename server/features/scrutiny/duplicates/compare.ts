import {
  type Likeness,
  likenessOf,
  type MarkKind,
  type Pieces,
  piecesOf,
} from '#server/domain/application/duplicates.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import type { Documents } from '#server/features/application/documents/service.ts'
import { formatDate } from '#server/i18n/format.ts'
import { formText, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ShownFact, ShownFacts } from '../scrutiny/shown-facts'
import type { DuplicatesStore, Sharer } from './store'

/** What a submitted version says that marks are made of. */
export type Submitted = { fullName: string; answers: Answers; documents: { hash: string; kind?: string }[] }

/** A sign of a suspicion in words: its kind, and the document or the number that it was found in. */
export function signWords({ kind, about }: { kind: MarkKind; about: string | null }, language: Language): string {
  const words = translate(language, `helpdesk:duplicates.${kind}`)
  if (about === null) return words
  const keys = kind === 'document' ? [`documents:kind.${about}`] : steps.map((step) => `form:${step}.${about}`)
  const names = keys.map((key) => ({ key, name: formText('desk', language, key) }))
  const name = names.find(({ key, name }) => name !== key)?.name
  return name === undefined ? words : `${words}: ${name}`
}

/** What a form states, under a name that both share. */
type ComparableFact = { name: string; rows: ShownFact['rows'] }

/** A fact of two forms: what each says, and how they compare. */
type ComparedFact = { label: string; values: readonly (Pieces | null)[]; likeness: Likeness }

/** The facts that either form states, in the order of scrutiny. */
function comparedFacts(forms: readonly (readonly ComparableFact[])[]): ComparedFact[] {
  const said = forms.map(
    (facts) =>
      new Map(
        facts.flatMap(({ name, rows }) => rows.map(({ label, value }) => [`${name} ${label}`, { label, value }])),
      ),
  )
  return [...new Set(said.flatMap((rows) => [...rows.keys()]))].map((key) => {
    const [one, other] = said.map((rows) => rows.get(key)?.value ?? null) as [string | null, string | null]
    const label = said.find((rows) => rows.has(key))!.get(key)!.label
    const likeness = likenessOf(one, other)
    const whole = (value: string | null): Pieces | null => (value === null ? null : [value, '', ''])
    const values = likeness === 'similar' ? piecesOf(one!, other!) : [whole(one), whole(other)]
    return { label, values, likeness }
  })
}

/** Compares two forms, with their documents, for callers that have authorised the look. */
export function createComparison({
  store,
  documents,
  shownFacts,
}: {
  store: DuplicatesStore
  documents: Pick<Documents, 'held' | 'stored'>
  shownFacts: ShownFacts
}) {
  /** The facts of scrutiny and, after the name, the date of birth, which nobody checks there. */
  function factsOf({ candidateId, fullName }: Sharer, language: Language): ComparableFact[] {
    const [name, ...facts] = shownFacts({ id: candidateId, fullName }, language)
    const snapshot = store.newestVersion(candidateId)
    const born = snapshot && (JSON.parse(snapshot) as Submitted).answers['personal-details']?.dateOfBirth
    const label = formText('desk', language, 'form:personal-details.dateOfBirth')
    const rows = typeof born === 'string' ? [{ label, value: formatDate(Date.parse(born), language) }] : []
    return [name!, { name: 'born', rows }, ...facts]
  }

  /** The kinds of documents of two candidates, and whether both have one and the same file. */
  function comparedFiles(one: Sharer, other: Sharer) {
    const [files, others] = [documents.held(one.candidateId), documents.held(other.candidateId)]
    return [...new Set([...files, ...others].map(({ name }) => name))].map((name) => {
      const held = [files, others].map((all) => {
        const file = all.find((one) => one.name === name)
        return file ? { pages: file.pages, uploadedAt: file.uploadedAt } : null
      })
      const hashes = [one, other].map(({ candidateId }) => documents.stored(candidateId, name)?.hash)
      return { name, held, isSameFile: hashes[0] !== undefined && hashes[0] === hashes[1] }
    })
  }

  return (one: Sharer, other: Sharer, language: Language) => ({
    facts: comparedFacts([one, other].map((person) => factsOf(person, language))),
    documents: comparedFiles(one, other),
  })
}
