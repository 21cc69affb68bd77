import type { ApplicationSheet, SheetRow, SheetSection } from '#server/domain/application/application-sheet.ts'
import { labelOf } from '#server/domain/application/form/answer-words.ts'
import { askedQuestions, titleKeyOf } from '#server/domain/application/form/asked.ts'
import type { StepForms } from '#server/domain/application/form/forms.ts'
import { requiredDocuments } from '#server/domain/application/required-documents.ts'
import { questionSteps } from '#server/domain/terms/question.ts'
import { formatRupees } from '#server/i18n/format.ts'
import type { TextKey } from '#server/i18n/keys.ts'
import { type FormReader, formText, translate } from '#server/i18n/texts.ts'
import type { Language } from '#server/kernel/languages.ts'
import type { Snapshot } from './snapshot'

/** An application in words for its reader: every question that is asked and answered, the files, the fee. */
export function sheetOf(
  snapshot: Snapshot,
  forms: StepForms,
  language: Language,
  reader: FormReader = 'candidate',
): ApplicationSheet {
  const { userId, fullName, answers, documents, feePaid, declaration } = snapshot
  const text = (key: string) => translate(language, key as TextKey)
  const formWords = (key: string) => formText(reader, language, key)
  const answered = questionSteps.flatMap((step): SheetSection[] =>
    askedQuestions(forms[step], answers).map((section) => ({
      step,
      title: formWords(titleKeyOf(step, section, answers)),
      rows: section.questions.flatMap((question): SheetRow[] => {
        const given = answers[step]
        const value = given?.[question.name]
        const label = formWords(`form:${step}.${question.name}`)
        // An answer that only some people have is told to be absent, so that nobody takes it for forgotten.
        if (given && value === undefined && question.optionalWhen)
          return [{ name: question.name, label, value: text('application:sheet.not-on-record') }]
        if (value === undefined) return []
        return [{ name: question.name, label, value: labelOf(question, value, language, formWords) }]
      }),
    })),
  )
  // Before anything is answered there is nothing to read or print.
  if (!answered.some(({ rows }) => rows.length)) return { userId, fullName, declaration, sections: [] }
  const isThere = (kind: string) => documents.some((document) => document.kind === kind)
  const presence = (kind: string) => text(isThere(kind) ? 'application:sheet.uploaded' : 'application:sheet.missing')
  const photo: SheetSection = {
    step: 'photo-details',
    title: text('signedin:menu.photo-details'),
    rows: (['photo', 'signature'] as const).map((name) => ({
      name,
      label: text(`application:sheet.${name}`),
      value: presence(name),
    })),
  }
  // As the list of documents asks for them; those no longer asked for come last.
  const order = requiredDocuments(answers).map(({ kind }): string => kind)
  const rank = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length)
  const certificates: SheetSection = {
    step: 'documents-details',
    title: text('signedin:menu.documents-details'),
    rows: documents
      .filter(({ kind }) => kind !== 'photo' && kind !== 'signature')
      .sort((one, other) => rank(one.kind) - rank(other.kind))
      .map(({ kind }) => ({ name: kind, label: text(`documents:kind.${kind}`), value: presence(kind) })),
  }
  const payment: SheetSection = {
    step: 'payment',
    title: text('signedin:menu.payment'),
    rows: [{ name: 'fee', label: text('application:sheet.fee'), value: formatRupees(feePaid) }],
  }
  const sections = [...answered, photo, certificates, payment].filter(({ rows }) => rows.length)
  return { userId, fullName, declaration, sections }
}
