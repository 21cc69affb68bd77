import type { MarkKind } from '#server/domain/application/duplicates.ts'
import { steps } from '#server/domain/terms/journey.ts'
import type { DeskPage } from '#server/features/index.ts'
import { formText } from '#server/i18n/texts.ts'

/** A sign of a suspicion in words: its kind, and the document or the number that it was found in. */
export function signWords(
  { t, language }: DeskPage,
  { kind, about }: { kind: MarkKind; about: string | null },
): string {
  const words = t(`helpdesk:duplicates.${kind}`)
  if (about === null) return words
  const keys = kind === 'document' ? [`documents:kind.${about}`] : steps.map((step) => `form:${step}.${about}`)
  const names = keys.map((key) => ({ key, name: formText('desk', language, key) }))
  const name = names.find(({ key, name }) => name !== key)?.name
  return name === undefined ? words : `${words}: ${name}`
}
