import type { FileKind } from '../../domain/application/document-rules'
import { labelOf } from '../../domain/application/form/answer-words'
import { questionsOf } from '../../domain/application/form/asked'
import type { Answers } from '../../domain/application/form/question'
import { type FactName, factsToCheck, isClaimFact, type ScrutinyFact } from '../../domain/scrutiny/scrutiny'
import { formText } from '../../i18n/texts'
import type { Language } from '../../kernel/languages'
import type { ScrutinyDeps } from './deps'

/** A fact as staff see it: the answers that state it, in words, and the documents that prove it. */
export type ShownFact = {
  name: FactName
  isClaim: boolean
  rows: readonly { label: string; value: string }[]
  documents: readonly { kind: FileKind; pages: number; uploadedAt: number }[]
}

/** The facts of a candidate beside their documents, for everybody who checks them. */
export function createShownFacts({
  forms,
  application,
  documents,
}: Pick<ScrutinyDeps, 'forms' | 'application' | 'documents'>) {
  function rowsOf({ slug, questions, name }: ScrutinyFact, answers: Answers, fullName: string, language: Language) {
    const text = (key: string) => formText('desk', language, key)
    if (name === 'name') return [{ label: text('scrutiny:fact.name'), value: fullName }]
    if (!slug) return []
    const all = questionsOf(forms[slug])
    const typed = answers[slug] ?? {}
    const rows = questions.flatMap((one) => {
      const question = all.find((other) => other.name === one)
      const value = typed[one]
      if (!question || value === undefined) return []
      return [{ label: text(`form:${slug}.${one}`), value: labelOf(question, value, language, text) }]
    })
    if (name !== 'type') return rows
    const type = questionsOf(forms['type-of-candidature']).find((question) => question.name === 'type')!
    const claimed = labelOf(type, answers['type-of-candidature']!.type!, language, text)
    return [{ label: text('form:type-of-candidature.type'), value: claimed }, ...rows]
  }

  /** The facts of a candidate's current answers, in the order of scrutiny. */
  return function shownFacts({ id, fullName }: { id: number; fullName: string }, language: Language): ShownFact[] {
    const answers = application.answers(id)
    const files = documents(id)
    return factsToCheck(answers).map((fact) => ({
      name: fact.name,
      isClaim: isClaimFact(fact.name),
      rows: rowsOf(fact, answers, fullName, language),
      documents: fact.documents.flatMap((kind) => {
        const file = files.find(({ name }) => name === kind)
        return file ? [{ kind, pages: file.pages, uploadedAt: file.uploadedAt }] : []
      }),
    }))
  }
}
