import type { FileKind } from '#server/domain/application/document-rules.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { questionsOf } from '#server/domain/application/form/asked.ts'
import { type FactName, factsToCheck, isClaimFact, type ScrutinyFact } from '#server/domain/scrutiny/scrutiny.ts'
import type { Answers } from '#server/domain/terms/question.ts'
import { formText } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { ScrutinyDeps } from './deps'

/** A fact as staff see it: the answers that state it, in words, and the documents that prove it. */
export type ShownFact = {
  name: FactName
  isClaim: boolean
  rows: readonly { label: string; value: string }[]
  documents: readonly { kind: FileKind; pages: number; uploadedAt: number; sameAs: readonly FileKind[] }[]
}

/** The answers of a fact in words, of the present form or of a version. */
export function createFactRows({ forms }: Pick<ScrutinyDeps['application'], 'forms'>) {
  return function rowsOf(
    { slug, questions, name }: ScrutinyFact,
    answers: Answers,
    fullName: string,
    language: Language,
  ) {
    const text = (key: string) => formText('desk', language, key)
    if (name === 'name') return [{ label: text('scrutiny:fact.name'), value: fullName }]
    if (!slug) return []
    const all = questionsOf(forms[slug])
    const typed = answers[slug] ?? {}
    const rows = questions.flatMap((one) => {
      const question = all.find((other) => other.name === one)
      const value = typed[one]
      if (!question) return []
      const label = text(`form:${slug}.${one}`)
      if (value !== undefined) return [{ label, value: labelOf(question, value, language, text) }]
      return question.optionalWhen ? [{ label, value: text('application:sheet.not-on-record') }] : []
    })
    if (name !== 'type') return rows
    const type = questionsOf(forms['type-of-candidature']).find((question) => question.name === 'type')!
    const claimed = labelOf(type, answers['type-of-candidature']!.type!, language, text)
    return [{ label: text('form:type-of-candidature.type'), value: claimed }, ...rows]
  }
}

export type FactRows = ReturnType<typeof createFactRows>

/** The facts of a candidate beside their documents, for everybody who checks them. */
export function createShownFacts({ application, documents }: Pick<ScrutinyDeps, 'application' | 'documents'>) {
  const rowsOf = createFactRows(application)

  /** The facts of any candidate's current answers, in the order of scrutiny; for callers that have authorised the look. */
  return function shownFacts({ id, fullName }: { id: number; fullName: string }, language: Language): ShownFact[] {
    const answers = application.answers(id)
    const files = documents.held(id)
    return factsToCheck(answers).map((fact) => ({
      name: fact.name,
      isClaim: isClaimFact(fact.name),
      rows: rowsOf(fact, answers, fullName, language),
      documents: fact.documents.flatMap((kind) => {
        const file = files.find(({ name }) => name === kind)
        return file ? [{ kind, pages: file.pages, uploadedAt: file.uploadedAt, sameAs: file.sameAs }] : []
      }),
    }))
  }
}

export type ShownFacts = ReturnType<typeof createShownFacts>
